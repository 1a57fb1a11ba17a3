// Kinds of changes, what gives them away, and what to test then. Data that a reader can check line by line.
import type { Line } from './work.ts';

export interface ChangeType {
  id: string;
  /** Looked for in added and removed lines. */
  lines?: RegExp;
  /** Looked for in paths. */
  paths?: RegExp;
  /** Only in files with one of these endings. */
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
      'follow every path that clears a token or ends a session',
      'see what a 401 sets off, and that a failing network does not log anybody out',
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
    tests: ['call it through the proxy as a browser would', 'look for 307 redirects on trailing slashes'],
  },
  {
    id: 'websocket',
    lines: /WebSocket|wss?:\/\/|useWebSocket|socket\.(on|emit)\(/,
    only: web,
    tests: ['connect with the address that production uses', 'drop the connection and see it come back'],
  },
  {
    id: 'database',
    lines: /\b(CREATE|ALTER|DROP) TABLE\b|prisma migrate|\balembic\b/i,
    paths: /\.sql$|(^|\/)migrations?\//,
    tests: ['run the migration on a copy with data', 'roll it back'],
  },
  {
    id: 'proxy',
    lines: /\bproxy\b|\brewrites\b|\bnginx\b|\bCORS\b|Access-Control-/i,
    paths: /(^|\/)(next\.config\.|nginx)/,
    tests: ['send one request the whole way, preflight included'],
  },
  {
    id: 'datetime_boundary',
    lines: /\bdatetime\b|\btimezone\b|\btzinfo\b|openpyxl|xlsxwriter|to_excel/,
    only: python,
    tests: ['use times with and without a zone, and the days when clocks change'],
  },
  {
    id: 'serialization_boundary',
    lines: /\.to_dict\(|\.model_dump|json\.dumps|jsonify|StreamingResponse|FileResponse|BytesIO/,
    only: python,
    tests: ['serialise UUID, Decimal, dates and None', 'read the result with the code that will read it'],
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
    tests: ['open the file that was written and look at its rows'],
  },
];

const skipped = /(^|\/)(hooks|\.claude|node_modules|__pycache__)\//;

export function changeTypesOf(lines: readonly Line[]): ChangeType[] {
  const counted = lines.filter(({ path }) => !skipped.test(path));
  return changeTypes.filter((type) => counted.some((line) => fits(type, line)));
}

function fits({ lines, paths, only }: ChangeType, { path, text }: Line): boolean {
  if (only && !only.includes(path.split('.').at(-1)!)) return false;
  return Boolean(lines?.test(text) || paths?.test(path));
}

/** Paths that are never code somebody has to prove. */
export const notCode: readonly string[] = [
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
  '*.pyc',
  '__pycache__/',
  '.idea/',
  '.vscode/',
  '*.swp',
  '*~',
  '.DS_Store',
];

/** Tools of the project rather than the project: nothing of it is seen in a browser. */
export const infrastructure: readonly string[] = [
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

/** Files whose effect a user of the application can see. */
export const application = /\.(py|ts|tsx|js|jsx|vue|svelte|go|rs|java|rb|php)$/;
