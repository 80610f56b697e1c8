/** The last `bytes` of a stream, as text: what a process said at its end, however much it said before. */
export async function readTail(stream: ReadableStream<Uint8Array>, bytes: number): Promise<string> {
  let tail = Buffer.alloc(0);
  for await (const chunk of stream) tail = Buffer.concat([tail, chunk]).subarray(-bytes);
  return tail.toString();
}
