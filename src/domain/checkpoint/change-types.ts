// Types of changes, the patterns that reveal them, and what to test for each. A table, so that it can be reviewed row
// by row.
import type { ChangedLine } from './work.ts';

export interface ChangeType {
  id: string;
  /** Matched against added and removed lines. */
  lines?: RegExp;
  /** Matched against paths. */
  paths?: RegExp;
  /** Applies only to files with one of these extensions. */
  only?: readonly string[];
  tests: readonly string[];
}

const python = ['py'];
const web = ['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs', 'vue', 'svelte', 'html'];

export const changeTypes: readonly ChangeType[] = [
  {
    id: 'env_var',
    lines: /NEXT_PUBLIC_|process\.env\.|import\.meta\.env|os\.environ|os\.getenv/,
    paths: /(^|\/)\.env(\.|$)/,
    tests: [
      'run with the variable missing: is there a fallback to localhost that would reach production?',
      'check that it is set wherever this is deployed',
    ],
  },
  {
    id: 'auth',
    lines:
      /clearToken|removeToken|deleteToken|\blogout\b|signOut|useAuth|AuthContext|token.*clear|session.*destroy/,
    tests: [
      'exercise every path that clears a token or ends a session',
      'check what a 401 triggers, and that a network failure does not log the user out',
    ],
  },
  {
    id: 'link',
    lines: /<Link\b|href=["']\/|router\.(push|replace)\(|navigate\(|useNavigate/,
    only: web,
    tests: ['check that each target exists as a route'],
  },
  {
    id: 'api_route',
    lines: /@(app|router)\.(get|post|put|delete|patch)\b|APIRouter|FastAPI\(/,
    paths: /(^|\/)app\/api\/.*route\./,
    tests: ['call it through the proxy as a browser would', 'check for 307 redirects on trailing slashes'],
  },
  {
    id: 'websocket',
    lines: /WebSocket|wss?:\/\/|useWebSocket|socket\.(on|emit)\(/,
    only: web,
    tests: ['connect with the URL that production uses', 'drop the connection and check that it reconnects'],
  },
  {
    id: 'database',
    lines: /\b(CREATE|ALTER|DROP) TABLE\b|prisma migrate|\balembic\b/i,
    paths: /\.sql$|(^|\/)(migrations?|alembic\/versions|db\/migrate)\//,
    tests: ['run the migration on a copy with data', 'roll it back'],
  },
  {
    id: 'proxy',
    lines:
      /\bproxy\b|\brewrites\b|\bnginx\b|\bcors\b|cors(Middleware|Headers|Options|Origin)|Access-Control-/i,
    paths: /(^|\/)(next\.config\.|nginx)/,
    tests: ['send one request end to end, including the preflight'],
  },
  {
    id: 'datetime_boundary',
    lines: /\bdatetime\b|\btimezone\b|\btzinfo\b|openpyxl|xlsxwriter|to_excel/,
    only: python,
    tests: ['test times with and without a time zone, and days of a clock change'],
  },
  {
    id: 'serialization_boundary',
    lines: /\.to_dict\(|\.model_dump|json\.dumps|jsonify|StreamingResponse|FileResponse|BytesIO/,
    only: python,
    tests: ['serialise UUID, Decimal, dates and None', 'parse the result with the code that will consume it'],
  },
  {
    id: 'orm_boundary',
    lines: /\.query\(|\.filter\(|\.all\(\)|\.first\(\)|db_session|AsyncSession|\bsession\./,
    only: python,
    tests: ['run it against a real database, not a mock'],
  },
  {
    id: 'file_export',
    lines: /build_excel|to_csv|to_excel|write.*xlsx|Workbook\(|csv\.writer/,
    tests: ['open the written file and check its rows'],
  },
];

const ignoredPaths = /(^|\/)(hooks|\.claude|node_modules|__pycache__)\//;

export function changeTypesOf(lines: readonly ChangedLine[]): ChangeType[] {
  const relevant = lines.filter(({ path }) => !ignoredPaths.test(path));
  return changeTypes.filter((type) => relevant.some((line) => matchesType(type, line)));
}

function matchesType({ lines, paths, only }: ChangeType, { path, text }: ChangedLine): boolean {
  if (only && !only.includes(path.split('.').at(-1)!)) return false;
  return Boolean(lines?.test(text) || paths?.test(path));
}

/** Files that need no proof when they change, because they are not code. */
export const nonCodePaths: readonly string[] = [
  '.claude/',
  '.pawl/',
  '*.md',
  '*.mdx',
  'LICENSE*',
  '*.log',
  '*.lock',
  'package-lock.json',
  'pnpm-lock.yaml',
  'bun.lockb',
  '.env*',
  '.gitignore',
  '.gitattributes',
  '.editorconfig',
  '*.pyc',
  '__pycache__/',
  '.idea/',
  '.vscode/',
  '*.swp',
  '*~',
  '.DS_Store',
];

/** Tooling of the project: changes here have no effect in a browser, so they need no web test. */
export const infrastructurePaths: readonly string[] = [
  'config/hooks/**',
  'config/skills/**',
  'config/commands/**',
  'prompts/config/**',
  'prompts/scripts/**',
  'prompts/docs/**',
  'scripts/**',
  'docs/**',
  '.github/**',
];

/** Files that a browser shows. */
export const pageFile =
  /\.(tsx|jsx|vue|svelte|astro|html?|css|scss|sass|less|erb|haml|jinja2?|twig|ejs|hbs)$/i;

/** Files of a program, which is a web application if the project names one of the packages below. */
export const applicationFile = /\.(py|ts|js|mjs|cjs|rb|php)$/;

/** Packages with which an application serves or builds pages, in the files that list a project's packages. */
export const webPackages: readonly [file: string, name: RegExp][] = [
  [
    'package.json',
    /"(next|react-dom|react-scripts|vue|nuxt|svelte|@sveltejs\/kit|astro|vite|@angular\/core|solid-js|preact|@remix-run\/\w+|gatsby|ember-source)"\s*:/,
  ],
  ['requirements.txt', /^(django|flask|streamlit|dash|gradio)\b/im],
  ['pyproject.toml', /["'](django|flask|streamlit|dash|gradio)\b/i],
  ['Gemfile', /gem ["'](rails|sinatra)["']/],
  ['composer.json', /"(laravel\/framework|symfony\/framework-bundle|drupal\/core\S*)"/],
];
