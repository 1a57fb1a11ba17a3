// Texts that were too long to inject, kept as files that the session can read.

import { redact } from '../../core/redact.ts';
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { existsSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';
import type { Listener } from './told.ts';

/** Returns the path of the file; undefined if it can't be written. */
export function saveLongText(home: Home, { session_id }: Listener, text: string): string | undefined {
  const name = `${safeName(session_id)}-${Bun.hash(text).toString(36)}.md`;
  const file = join(home.run, 'context', name);
  return attempt(() => {
    // The name is made from the text, so a file of this name holds it already.
    if (!existsSync(file)) writeFileAtomic(file, redact(text));
    return file;
  });
}
