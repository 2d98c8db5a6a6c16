/**
 * A proxy before a MySQL-family server that answers chosen statements with an error of the server's, as a cluster's node does
 * while its group changes. A COMMIT that is refused is rolled back on the server, which is what those errors mean.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface ServerError {
  readonly number: number;
  readonly state: string;
  readonly message: string;
}

export interface ErringProxy {
  readonly port: number;
  /** How many statements were answered with an error. */
  readonly refused: number;
  /**
   * From now on statements that match are answered with an error.
   * @param times of each connection together; without end when left out.
   */
  refuse(statement: RegExp, error: ServerError, times?: number): void;
  /** From now on every statement is passed on. */
  pass(): void;
  close(): Promise<void>;
}

const headerBytes = 4;
const [commandQuery, commandPrepare, commandExecute] = [0x03, 0x16, 0x17];

/** @param target port on 127.0.0.1. */
export async function erringProxy(target: number): Promise<ErringProxy> {
  const sockets = new Set<Socket>();
  let rule: { statement: RegExp; error: ServerError; left: number } | undefined;
  let refused = 0;
  const errorFor = (sql: string): ServerError | undefined => {
    if (!rule || rule.left <= 0 || !rule.statement.test(sql)) return undefined;
    rule.left -= 1;
    refused += 1;
    return rule.error;
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let waiting = Buffer.alloc(0);
    /** What the client hears instead of the next answer. */
    let instead: Buffer | undefined;
    /** The prepared statements of this connection by their numbers, and the one whose number comes next. */
    const prepared = new Map<number, string>();
    let preparing: string | undefined;
    const statementIn = (packet: Buffer): string | undefined => {
      if (packet[3] !== 0) return undefined;
      const command = packet[headerBytes];
      const rest = packet.subarray(headerBytes + 1);
      if (command === commandExecute) return prepared.get(rest.readUInt32LE(0));
      const text = rest.toString('utf8');
      if (command === commandPrepare) preparing = text;
      return command === commandPrepare || command === commandQuery ? text : undefined;
    };
    client.on('data', (part: Buffer) => {
      waiting = Buffer.concat([waiting, part]);
      for (let packet = firstPacket(waiting); packet; packet = firstPacket(waiting)) {
        waiting = waiting.subarray(packet.length);
        const sql = statementIn(packet);
        const error = sql === undefined ? undefined : errorFor(sql);
        if (!error) upstream.write(packet);
        else if (/^\s*COMMIT/i.test(sql ?? '')) {
          instead = errorPacket(error);
          upstream.write(queryPacket('ROLLBACK'));
        } else {
          preparing = undefined;
          client.write(errorPacket(error));
        }
      }
    });
    upstream.on('data', (part: Buffer) => {
      if (preparing !== undefined && part[headerBytes] === 0) {
        prepared.set(part.readUInt32LE(headerBytes + 1), preparing);
      }
      preparing = undefined;
      client.write(instead ?? part);
      instead = undefined;
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return {
    port: address.port,
    get refused() {
      return refused;
    },
    refuse(statement, error, times = Infinity) {
      refused = 0;
      rule = { statement, error, left: times };
    },
    pass: () => void (rule = undefined),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A packet is three bytes of length, one of its number in the exchange, and so many bytes. */
function firstPacket(bytes: Buffer): Buffer | undefined {
  if (bytes.length < headerBytes) return undefined;
  const length = headerBytes + bytes.readUIntLE(0, 3);
  return bytes.length < length ? undefined : bytes.subarray(0, length);
}

function packetOf(payload: Buffer, number: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUIntLE(payload.length, 0, 3);
  header[3] = number;
  return Buffer.concat([header, payload]);
}

const queryPacket = (sql: string) => packetOf(Buffer.concat([Buffer.from([commandQuery]), Buffer.from(sql)]), 0);

function errorPacket({ number, state, message }: ServerError): Buffer {
  const start = Buffer.from([0xff, number & 0xff, number >> 8]);
  return packetOf(Buffer.concat([start, Buffer.from(`#${state}${message}`)]), 1);
}
