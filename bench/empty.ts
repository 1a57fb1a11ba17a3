// Nothing: what it costs to start a compiled program at all.
export {};
