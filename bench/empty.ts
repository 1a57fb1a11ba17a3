// An empty program: measures the start of a compiled program alone.
export {};
