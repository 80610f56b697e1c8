/** A mail server that takes what it gets, and now and then is in no mood to. */
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface Letter {
  to: string;
  /** With headers, as it came. */
  text: string;
}

/** The fate of a message: it is taken, refused for now, or the connection breaks before its answer. */
export type Mood = "take" | "later" | "break";

export interface MailReceiver {
  port: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param receive is called with each message before it is answered. */
export async function startMailReceiver(receive: (letter: Letter) => Promise<Mood>): Promise<MailReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
    converse(socket, receive);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

const END = "\r\n.\r\n";

function converse(socket: Socket, receive: (letter: Letter) => Promise<Mood>): void {
  let heard = "";
  let to = "";
  let isText = false;
  const answers: [RegExp, string][] = [
    [/^(EHLO|HELO)/i, "250 receiver"],
    [/^DATA/i, "354 go on"],
    [/^QUIT/i, "221 bye"],
    [/^/, "250 ok"],
  ];
  const end = async (text: string) => {
    const mood = await receive({ to, text });
    if (mood === "break") return void socket.destroy();
    socket.write(mood === "take" ? "250 taken\r\n" : "451 later\r\n");
  };
  socket.write("220 receiver\r\n");
  socket.on("data", (data) => {
    heard += data.toString();
    for (;;) {
      const mark = isText ? END : "\r\n";
      const at = heard.indexOf(mark);
      if (at < 0) return;
      const said = heard.slice(0, at);
      heard = heard.slice(at + mark.length);
      if (isText) {
        isText = false;
        void end(said);
        continue;
      }
      to = /^RCPT TO:<(.*)>/i.exec(said)?.[1] ?? to;
      isText = /^DATA/i.test(said);
      socket.write(`${answers.find(([command]) => command.test(said))?.[1]}\r\n`);
    }
  });
}
