// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely, and say what they expect there.
export type Json = any;
