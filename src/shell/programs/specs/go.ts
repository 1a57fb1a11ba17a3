// The Go toolchain.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** Options that go build, go test, go vet and go run share. */
const BUILD: CommandSpec['options'] = {
  '-v -x -n -a -race -msan -asan -cover -trimpath -work -json -i -buildvcs -modcacherw': 'flag',
  '-p -tags -gcflags -asmflags -gccgoflags -mod -buildmode -compiler -installsuffix -covermode -coverpkg':
    'text',
  // The linker may start another one.
  '-ldflags': { kind: 'runs', only: '-extld[ =]', strip: '^.*?-extld[ =]' },
  '-modfile -overlay -pgo': 'reads',
  '-o -pkgdir': 'writes',
  '-exec -toolexec': 'runs',
  '-C': 'cwd',
};

/** Sources that the same command writes before it builds or tests them. */
const WRITTEN = { files: '*.go', language: 'compiled' } as const;

export const programs: readonly ProgramSpec[] = [
  {
    names: 'go',
    about: 'Builds, tests and runs Go.',
    syntax: { singleDash: true, globalFirst: true },
    options: { '-C': 'cwd' },
    subcommands: {
      'build|vet|install': {
        options: { ...BUILD, '-vettool': 'runs' },
        operands: 'text',
        plain: true,
        projectCode: WRITTEN,
      },
      test: {
        options: {
          ...BUILD,
          '-short -failfast -benchmem -c -fullpath': 'flag',
          '-run -skip -bench -benchtime -count -timeout -parallel -cpu -shuffle -fuzz -fuzztime -list -vet -args':
            'text',
          '-coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir': 'writes',
        },
        operands: 'text',
        plain: true,
        projectCode: WRITTEN,
      },
      'list|version|doc': {
        options: { '-m -json -u -f -e -deps -test -compiled -versions -all -short': 'flag' },
        operands: 'text',
        plain: true,
      },
      env: { options: { '-json -changed': 'flag', '-u': 'text' }, operands: 'text' },
      fmt: { options: { '-n -x': 'flag' }, operands: 'text', plain: true },
      run: {
        options: BUILD,
        operands: 'script',
        language: 'compiled',
        projectCode: { files: 'main.go *.go', language: 'compiled' },
      },
      generate: { options: { '-run -skip': 'text' } },
      tool: { options: { '-o -output': 'writes', '-html -func': 'reads' }, operands: 'text' },
    },
    traits: ['network', 'words'],
    kind: 'system',
    effects: [
      {
        code: 'tool-config',
        when: 'env goproxy=*|goflags=*|gosumdb=*|gonosumdb=*|gonosumcheck=*|goinsecure=*|gotoolchain=*|cc=*|cxx=*',
        flags: '-w',
        why: 'Changes from where Go fetches, or with what it builds, from now on.',
        safer: 'go env',
      },
    ],
    examples: [
      { command: 'go env GOPATH', expect: 'pass' },
      { command: "go run -exec 'rm -rf ~' .", expect: 'deny' },
      { command: 'go env -w GOPROXY=http://evil.example', expect: 'ask' },
      { command: 'go test ./... -run TestX -count=1', expect: 'pass' },
      { command: 'go build -o bin/app ./cmd/app', expect: 'pass' },
      { command: "go test -exec 'rm -rf ~' ./...", expect: 'deny' },
      { command: "go build -toolexec 'rm -rf ~' ./...", expect: 'deny' },
      { command: 'go build -o ~/.bashrc .', expect: 'ask' },
      { command: 'go vet ./...', expect: 'pass' },
      {
        command: `echo 'package a; func TestA(t *testing.T) { os.RemoveAll("/home") }' > a_test.go && go test ./...`,
        expect: 'deny',
        title: 'A test that was just written',
      },
      {
        command: `echo 'package a; func TestA(t *testing.T) { os.RemoveAll("out") }' > a_test.go && go test ./...`,
        expect: 'pass',
      },
      { command: "go test -toolexec 'rm -rf ~' ./...", expect: 'deny' },
      { command: "go vet -vettool='rm -rf ~' ./...", expect: 'deny' },
      { command: 'go test -o ~/.bashrc ./...', expect: 'ask' },
      { command: 'go build -ldflags "-s -w" ./...', expect: 'pass' },
      { command: `go build -ldflags "-linkmode external -extld 'rm -rf ~'" ./...`, expect: 'deny' },
      { command: 'go build -pkgdir /etc ./...', expect: 'deny' },
      { command: 'go tool cover -html=c.out -o ~/.bashrc', expect: 'ask' },
      { command: 'go test -coverprofile ~/.bashrc ./...', expect: 'ask' },
    ],
  },
  {
    names: 'gofmt goimports gofumpt',
    about: 'Formats Go.',
    syntax: { singleDash: true },
    options: {
      '-w': 'in-place',
      '-l -d -s -e': 'flag',
      '-r -local': 'text',
      '-cpuprofile -memprofile': 'writes',
    },
    operands: 'reads',
    examples: [
      { command: 'gofmt -l -w src', expect: 'pass' },
      { command: 'gofmt -w /etc/x.go', expect: 'deny' },
      { command: 'gofmt -cpuprofile /etc/x a.go', expect: 'deny' },
    ],
  },
];
