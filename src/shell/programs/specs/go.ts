// Go programs are built, tested and run with these.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** Options that go build, go test, go vet and go run share. */
const BUILD: CommandSpec['options'] = {
  '-v -x -n -a -race -msan -asan -cover -trimpath -work -json -i -buildvcs -modcacherw': 'flag',
  '-p -tags -ldflags -gcflags -asmflags -gccgoflags -mod -pgo -buildmode -compiler -installsuffix -covermode -coverpkg -pkgdir':
    'text',
  '-modfile -overlay': 'reads',
  '-o': 'writes',
  '-exec -toolexec': 'runs',
  '-C': 'cwd',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'go',
    about: 'Builds, tests and runs Go.',
    syntax: { singleDash: true, globalFirst: true },
    options: { '-C': 'cwd' },
    subcommands: {
      'build|vet|install': { options: { ...BUILD, '-vettool': 'runs' }, operands: 'text', plain: true },
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
      },
      'list|version|doc|env': {
        options: { '-m -json -u -f -e -deps -test -compiled -versions -all -short': 'flag' },
        operands: 'text',
        plain: true,
      },
      fmt: { options: { '-n -x': 'flag' }, operands: 'text', plain: true },
      run: { options: BUILD, operands: 'script', language: 'compiled' },
      generate: { options: { '-run -skip': 'text' } },
    },
    traits: ['network', 'words'],
    examples: [
      { command: 'go test ./... -run TestX -count=1', expect: 'pass' },
      { command: 'go build -o bin/app ./cmd/app', expect: 'pass' },
      { command: "go test -exec 'rm -rf ~' ./...", expect: 'deny' },
      { command: "go build -toolexec 'rm -rf ~' ./...", expect: 'deny' },
      { command: 'go build -o ~/.bashrc .', expect: 'ask' },
      { command: 'go vet ./...', expect: 'pass' },
    ],
  },
];
