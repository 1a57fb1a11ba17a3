// Text as bytes and back. A byte order mark stays, so that valid UTF-8 comes back unchanged.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const encodeInto = (text: string, into: Uint8Array) => encoder.encodeInto(text, into);
export const encode = (text: string) => encoder.encode(text);
export const decode = (bytes: Uint8Array) => decoder.decode(bytes);
