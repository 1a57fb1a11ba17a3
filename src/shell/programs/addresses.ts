// Addresses of other machines among the words of a command.
import type { Word } from '../types.ts';

/** An address of another machine: `ssh://host/x`, `user@host:x`, `host::module`. */
const ADDRESS =
  /^(?:ssh|sftp|scp|rsync|ftps?|webdavs?|davs?|s3|b2|gs|swift|rclone|smb|nfs):\/\/(?!localhost|127\.)|^[\w.-]+@[\w.-]+:|^[\w-]+(?:\.[\w-]+)+::/;

/** `duplicity ~/notes scp://host//backup`: if one word is an address, what the others name goes there. */
export const sentToAddress = (words: readonly Word[]): Word[] =>
  words.some((w) => ADDRESS.test(w.text))
    ? words.filter((w) => /^[~/.]/.test(w.text) && !ADDRESS.test(w.text))
    : [];
