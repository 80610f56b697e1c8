/** Servers that are there for all tests of a file, and closed after them: `const server = await testServer()`. */
import { afterAll } from "bun:test";
import { type People, startPeople } from "./people.ts";
import { startServer, type TestServer, type TestServerOptions } from "./server.ts";

export async function testServer(options?: TestServerOptions): Promise<TestServer> {
  const server = await startServer(options);
  afterAll(() => server.close());
  return server;
}

export async function testPeople(...options: Parameters<typeof startPeople>): Promise<People> {
  const people = await startPeople(...options);
  afterAll(() => people.server.close());
  return people;
}
