/** A name server for tests, on loopback: answers what it is told, counts questions, and keeps silent about the rest. */
import { createSocket } from 'node:dgram';

export interface NameServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Names that were asked for, one for each question of any type. */
  readonly asked: readonly string[];
  close(): void;
}

/**
 * @param known IPv4 addresses by name; a name without one is not answered at all.
 * @param port any free one by default.
 */
export async function startNameServer(known: Readonly<Record<string, string>>, port = 0): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const address = known[name];
    if (address === undefined) return;
    const answers = type === 1 ? 1 : 0;
    // RFC 1035, section 4.1.1: a response, recursion available, one question, its answers.
    const header = Buffer.from([0x81, 0x80, 0, 1, 0, answers, 0, 0, 0, 0]);
    // The name by pointer, type A, class IN, 60 s, four bytes.
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
    const parts = [question.subarray(0, 2), header, question.subarray(12, end), ...(answers ? [record] : [])];
    socket.send(Buffer.concat(parts), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() };
}

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}
