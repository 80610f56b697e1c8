/** Writes tar archives, also such as no honest program would. */
export interface TarFile {
  name: string;
  content?: Uint8Array | string;
  /** `0` a file, `1` a hard link, `2` a symbolic link, `5` a folder, `x` pax records, `L` a GNU long name. */
  type?: string;
  link?: string;
  /** A false size in the header. */
  claimedBytes?: number;
}

export function tar(files: TarFile[], { end = true } = {}): Buffer {
  const parts = files.flatMap(({ name, content = "", type = "0", link = "", claimedBytes }) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write("0000600\0", 100);
    header.write(`${(claimedBytes ?? body.length).toString(8).padStart(11, "0")}\0`, 124);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write("ustar\u000000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, ...(end ? [Buffer.alloc(1024)] : [])]);
}

export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return `${length}${rest}`;
}
