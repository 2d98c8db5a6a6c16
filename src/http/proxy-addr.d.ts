declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http';

  type Trust = (address: string, hop: number) => boolean;

  /** The address of the client: the last one in the chain that is not trusted to name its predecessor. */
  function proxyAddr(req: IncomingMessage, trust: Trust): string | undefined;

  namespace proxyAddr {
    /** @throws TypeError for anything but an address, subnet or known name. */
    function compile(addresses: string | readonly string[]): Trust;
  }

  export = proxyAddr;
}
