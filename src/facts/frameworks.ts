// The frameworks and versions a project uses, from its manifest files.
import type { JsonObject } from '../core/json.ts';
import { attempt } from '../system/attempt.ts';

interface Manifest {
  file: string;
  read(text: string): Record<string, string>;
  /** The packages worth mentioning; all others are ordinary dependencies. */
  reported: readonly string[];
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};
const versionsOf = (...parts: unknown[]): Record<string, string> =>
  Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(objectOf(part)))
      .map(([name, value]) => [name, String(objectOf(value).version ?? value)]),
  );

/** Parses a Python requirement such as `django>=5.0; python_version > "3.8"`. */
function requirement(text: unknown): [string, string][] {
  const match = /^([\w.-]+)(?:\[[^\]]*\])?\s*([^;]*)/.exec(String(text));
  return match ? [[match[1]!.toLowerCase(), match[2]!.trim()]] : [];
}

const manifests: readonly Manifest[] = [
  {
    file: 'package.json',
    read: (text) => {
      const { engines, dependencies, devDependencies } = JSON.parse(text) as JsonObject;
      return { ...versionsOf(devDependencies, dependencies), ...versionsOf(engines) };
    },
    reported:
      'node next react vue nuxt svelte @sveltejs/kit @angular/core astro solid-js express fastify @nestjs/core hono remix electron expo react-native typescript vite vitest jest playwright prisma drizzle-orm tailwindcss'.split(
        ' ',
      ),
  },
  {
    file: 'composer.json',
    read: (text) => {
      const json = JSON.parse(text) as JsonObject;
      return versionsOf(json['require-dev'], json.require);
    },
    reported:
      'php drupal/core drupal/core-recommended laravel/framework symfony/framework-bundle symfony/symfony phpunit/phpunit pestphp/pest'.split(
        ' ',
      ),
  },
  {
    file: 'pyproject.toml',
    read: (text) => {
      const toml = Bun.TOML.parse(text) as JsonObject;
      const project = objectOf(toml.project);
      const listed = [project.dependencies].flat().filter(Boolean).flatMap(requirement);
      const poetry = objectOf(objectOf(toml.tool).poetry);
      const python: Record<string, string> = project['requires-python']
        ? { python: String(project['requires-python']) }
        : {};
      return { ...versionsOf(poetry.dependencies), ...Object.fromEntries(listed), ...python };
    },
    reported:
      'python django flask fastapi starlette pydantic sqlalchemy numpy pandas torch pytest celery'.split(' '),
  },
  {
    file: 'go.mod',
    read: (text) => {
      const found = text.matchAll(/^\s*(?:require\s+)?(go|[\w.-]+\.[\w.-]+\/\S+)\s+(v?\d\S*)/gm);
      return Object.fromEntries([...found].map((match) => [match[1]!, match[2]!]));
    },
    reported:
      'go github.com/gin-gonic/gin github.com/labstack/echo/v4 github.com/gofiber/fiber/v2 github.com/go-chi/chi/v5 gorm.io/gorm google.golang.org/grpc'.split(
        ' ',
      ),
  },
  {
    file: 'Cargo.toml',
    read: (text) => {
      const { package: cratePackage, dependencies } = Bun.TOML.parse(text) as JsonObject;
      const { edition, 'rust-version': rust } = objectOf(cratePackage);
      return {
        ...versionsOf(dependencies),
        ...versionsOf({ ...(edition ? { edition } : {}), ...(rust ? { rust } : {}) }),
      };
    },
    reported: 'rust edition tokio axum actix-web rocket serde sqlx diesel bevy tauri clap'.split(' '),
  },
];

/** One line per manifest, for example `package.json: next ^15.1.0, react ^19.0.0`. */
export function frameworks(read: (file: string) => string | undefined): string[] {
  return manifests.flatMap(({ file, read: parse, reported }) => {
    const text = read(file);
    const versions = (text === undefined ? undefined : attempt(() => parse(text))) ?? {};
    const found = reported.filter((name) => versions[name] !== undefined).slice(0, 10);
    return found.length > 0
      ? [`${file}: ${found.map((name) => `${name} ${versions[name]}`.trim()).join(', ')}`]
      : [];
  });
}
