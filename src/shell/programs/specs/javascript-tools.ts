// Build tools and test runners for JavaScript whose settings are code of the project, which runs with every call.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** The files in which a tool may find its settings. */
const configFiles = (...names: readonly string[]) =>
  names.flatMap((name) => ['js', 'mjs', 'cjs', 'ts'].map((ending) => `${name}.${ending}`)).join(' ');

const tool = (
  names: string,
  about: string,
  files: string,
  example: string,
  options: CommandSpec['options'] = { '-c --config': 'loads' },
): ProgramSpec => ({
  names,
  about,
  projectCode: { files, language: 'node' },
  options,
  examples: [
    { command: example, expect: 'pass' },
    {
      command: `echo 'require("child_process").execSync("rm -rf ~")' > ${files.split(' ')[0]} && ${example}`,
      expect: 'deny',
      title: 'The settings of the program are code',
    },
  ],
});

export const programs: readonly ProgramSpec[] = [
  tool('vite', 'Builds and serves web pages.', configFiles('vite.config'), 'vite build', {
    '-c --config': 'loads',
    '--outDir': 'writes',
    '-m --mode --base --host --port -l --logLevel --target --minify': 'text',
  }),
  tool(
    'webpack webpack-cli',
    'Bundles JavaScript.',
    configFiles('webpack.config'),
    'webpack --mode production',
    {
      '-c --config -r --require': 'loads',
      '-o --output-path --profile-output': 'writes',
      '--mode --env --node-env -d --devtool --target -t --name': 'text',
    },
  ),
  tool('rollup', 'Bundles JavaScript.', configFiles('rollup.config'), 'rollup -c', {
    '-c --config': { kind: 'loads', attached: true },
    '-p --plugin --configPlugin': 'loads',
    '-o --file -d --dir': 'writes',
    '-i --input': 'reads',
    '-f --format -n --name -e --external -g --globals': 'text',
  }),
  tool('tsup', 'Bundles TypeScript.', configFiles('tsup.config'), 'tsup src/index.ts'),
  tool('next', 'Builds and serves web applications.', configFiles('next.config'), 'next build'),
  tool('nuxt nuxi', 'Builds and serves web applications.', configFiles('nuxt.config'), 'nuxt build'),
  tool('astro', 'Builds web sites.', configFiles('astro.config'), 'astro build'),
  tool('gulp', 'Runs the tasks of a gulpfile.', configFiles('gulpfile'), 'gulp build'),
  tool('grunt', 'Runs the tasks of a Gruntfile.', configFiles('Gruntfile', 'gruntfile'), 'grunt build'),
  tool('karma', 'Runs tests in browsers.', configFiles('karma.conf'), 'karma start'),
  tool('mocha', 'Runs tests.', '.mocharc.js .mocharc.cjs .mocharc.mjs', 'mocha test', {
    '-r --require --import --loader --config --file': 'loads',
    '-R --reporter -u --ui': { kind: 'loads', only: '[./]' },
    '-O --reporter-option --reporter-options': {
      kind: 'writes',
      only: '^(output|mochaFile|reportFilename)=',
      strip: '^[^=]*=',
    },
    '-t --timeout -s --slow -g --grep -f --fgrep -j --jobs --retries --spec --ignore --extension': 'text',
  }),
  tool('ava', 'Runs tests.', configFiles('ava.config'), 'ava'),
  tool('babel', 'Translates JavaScript.', configFiles('babel.config', '.babelrc'), 'babel src --out-dir lib'),
  tool('postcss', 'Transforms style sheets.', configFiles('postcss.config'), 'postcss a.css -o b.css'),
  tool(
    'tailwindcss',
    'Builds style sheets.',
    configFiles('tailwind.config'),
    'tailwindcss -i a.css -o b.css',
  ),
  tool(
    'stylelint',
    'Checks style sheets.',
    configFiles('stylelint.config', '.stylelintrc'),
    'stylelint a.css',
    {
      '-c --config --custom-formatter --custom-syntax': 'loads',
      '-f --formatter': { kind: 'loads', only: '[./]' },
      '-o --output-file --cache-location': 'writes',
    },
  ),
  {
    names: 'degit tiged giget copier cookiecutter yo create.*',
    about: 'Makes a project from a template.',
    operands: 'text',
    traits: ['fills-folder'],
    examples: [
      { command: 'degit user/template app', expect: 'pass' },
      { command: 'npx create-vite app', expect: 'pass' },
      {
        command: 'degit user/template .claude',
        expect: 'deny',
        title: 'Copies a template into the client’s folder',
      },
    ],
  },
];
