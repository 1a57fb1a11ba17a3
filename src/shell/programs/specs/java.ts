// Build tools of Java and other languages of the JVM.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

const PUBLISHES = 'Publishes a package; a published version cannot be taken back.';

/** Options that the goals and tasks which build and test share. */
const MAVEN: CommandSpec['options'] = {
  '-q --quiet -B --batch-mode -o --offline -U --update-snapshots -X --debug -e --errors -ntp --no-transfer-progress -am --also-make -amd --also-make-dependents -fae --fail-at-end -ff --fail-fast -N --non-recursive -V --show-version':
    'flag',
  '-D --define': {
    kind: 'loads',
    only: '^(maven\\.ext\\.class\\.path|jvm)=|-javaagent:',
    strip: '^[^=]*=(.*-javaagent:)?',
  },
  '-P --activate-profiles -pl --projects -T --threads -rf --resume-from --color': 'text',
  '-f --file -s --settings -gs --global-settings -t --toolchains': 'reads',
  '-l --log-file': 'writes',
};

const GRADLE: CommandSpec['options'] = {
  '-q --quiet -i --info -d --debug -s --stacktrace -S --full-stacktrace -t --continuous --no-daemon --daemon --parallel --offline --continue --rerun-tasks --build-cache --no-build-cache --no-scan --refresh-dependencies --configuration-cache --no-configuration-cache --stop --status':
    'flag',
  '-m --dry-run': 'dry',
  '-D --system-prop': { kind: 'loads', only: '^org\\.gradle\\.java\\.home=', strip: '^[^=]*=' },
  '-P --project-prop -x --exclude-task --tests --console --warning-mode --max-workers -g --gradle-user-home':
    'text',
  '-p --project-dir': 'cwd',
  '-b --build-file -c --settings-file -I --init-script --include-build': 'reads',
  '--project-cache-dir': 'writes',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'mvn mvnw',
    about: 'Builds, tests and deploys projects with Maven.',
    options: MAVEN,
    subcommands: { 'test|compile|verify|package|validate|test-compile': { options: MAVEN, plain: true } },
    kind: 'publish',
    behaviours: ['mavenCommand'],
    effects: [
      {
        code: 'publish',
        when: '** deploy|deploy:deploy|deploy:deploy-file|release:perform|release:prepare|*:deploy',
        unless: '-D=maven.deploy.skip=true|dryrun=true',
        why: PUBLISHES,
        safer: 'mvn verify',
      },
      {
        code: 'db-reset',
        when: '** flyway:clean|liquibase:dropall|flyway:undo|liquibase:rollback',
        kind: 'data',
        why: 'Drops or empties the database.',
        safer: 'mvn flyway:info',
      },
    ],
    examples: [
      { command: 'mvn test', expect: 'pass' },
      { command: 'mvn -q -pl core -am clean verify', expect: 'pass' },
      { command: './mvnw package -DskipTests', expect: 'pass' },
      { command: 'mvn -pl deploy test', expect: 'pass', title: '`deploy` is only the name of a module' },
      { command: 'mvn exec:java -Dexec.mainClass=com.example.Main', expect: 'pass' },
      { command: 'mvn exec:exec -Dexec.executable=java -Dexec.args="-cp %classpath Main"', expect: 'pass' },
      { command: `mvn exec:exec -Dexec.executable=sh -Dexec.args="-c 'rm -rf ~'"`, expect: 'deny' },
      { command: 'mvn clean deploy', expect: 'ask' },
      { command: 'mvn release:perform', expect: 'ask' },
      { command: 'mvn flyway:clean', expect: 'ask' },
      { command: 'mvn test -l /etc/passwd', expect: 'deny' },
      { command: 'mvn test -Dmaven.ext.class.path=.env', expect: 'deny' },
    ],
  },
  {
    names: 'gradle gradlew',
    about: 'Builds, tests and publishes projects with Gradle.',
    projectCode: {
      files: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts',
      language: 'other',
    },
    options: GRADLE,
    subcommands: {
      'test|build|check|assemble|classes|compileJava|compileKotlin|tasks|projects|dependencies': {
        options: GRADLE,
        plain: true,
      },
    },
    kind: 'publish',
    effects: [
      {
        code: 'unseen-code',
        kind: 'unknown-code',
        flags: '-I=/tmp|/var/tmp|/dev/shm --init-script=/tmp|/var/tmp|/dev/shm',
        why: 'Runs a script of another folder in the build.',
        safer: 'gradle build without an init script',
      },
      {
        code: 'public-upload',
        flags: '--scan',
        why: 'Uploads a report of the build, by default to a server where anybody with the link can read it.',
        safer: 'gradle build --profile',
      },
      {
        code: 'publish',
        when: '** publish|*:publish|publishplugins|*:publishplugins|*repository|publishtosonatype|*:publishtosonatype|publishtomavencentral|*:publishtomavencentral|publishallpublications*|publishandrelease*|*:publishandreleasetomavencentral|uploadarchives|*:uploadarchives|closeandrelease*|release|upload|deploy',
        why: PUBLISHES,
        safer: 'gradle publishToMavenLocal',
      },
      {
        code: 'db-reset',
        when: '** flywayclean|*:flywayclean|dropall|rollback',
        kind: 'data',
        why: 'Drops or empties the database.',
        safer: 'gradle flywayInfo',
      },
    ],
    examples: [
      { command: 'gradle -I /tmp/evil.gradle build', expect: 'ask' },
      { command: 'gradle test --tests AppTest', expect: 'pass' },
      { command: 'gradle build --scan', expect: 'ask' },
      {
        command: `echo 'exec { commandLine "sh", "-c", "rm -rf ~" }' > build.gradle; gradle build`,
        expect: 'deny',
      },
      { command: './gradlew build -x publish', expect: 'pass', title: 'The task `publish` is left out' },
      { command: './gradlew publishToMavenLocal', expect: 'pass', title: 'Publishes on this machine only' },
      { command: './gradlew publish --dry-run', expect: 'pass' },
      { command: './gradlew :core:publish', expect: 'ask' },
      { command: 'gradle clean publishPlugins', expect: 'ask' },
      { command: './gradlew publishMavenPublicationToGitHubRepository', expect: 'ask' },
      { command: './gradlew flywayClean', expect: 'ask' },
    ],
  },
  {
    names: 'sbt',
    about: 'Builds, tests and publishes Scala projects.',
    projectCode: { files: 'build.sbt', language: 'other' },
    options: {
      '-D -J -mem -java-home -sbt-version --sbt-version -sbt-dir -ivy -jvm-debug': 'text',
      '-batch -v -d --client --no-colors --supershell -no-colors': 'flag',
    },
    subcommands: { 'test|compile|package': { plain: true } },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: '** publish|*/publish|publishsigned|*/publishsigned|release*|sonatyperelease|sonatypebundlerelease|ci-release|deploy',
        why: PUBLISHES,
        safer: 'sbt publishLocal',
      },
    ],
    examples: [
      { command: 'sbt test', expect: 'pass' },
      { command: 'sbt publishLocal', expect: 'pass', title: 'Publishes on this machine only' },
      { command: 'sbt core/publish', expect: 'ask' },
      { command: 'sbt clean publishSigned', expect: 'ask' },
    ],
  },
  {
    names: 'lein',
    about: 'Builds, tests and deploys Clojure projects.',
    options: { '-o -U': 'flag' },
    subcommands: { 'test|compile|check': { plain: true } },
    kind: 'publish',
    effects: [{ code: 'publish', when: '** deploy|release|push', why: PUBLISHES, safer: 'lein install' }],
    examples: [
      { command: 'lein test', expect: 'pass' },
      { command: 'lein install', expect: 'pass', title: 'Installs on this machine only' },
      { command: 'lein deploy clojars', expect: 'ask' },
      { command: 'lein do clean, deploy', expect: 'ask' },
    ],
  },
];
