/** A random id of lower-case letters and digits, which people can read and type. */
export const randomId = (length = 8): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');
