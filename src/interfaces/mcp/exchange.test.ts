import { bytesOf, requestOf } from './exchange';

describe('the head of a request', () => {
  const head = { accept: 'application/json', 'mcp-method': 'tools/call', authorization: 'Bearer secret' };

  it('holds what the SDK reads, and nothing of the caller', () => {
    const request = requestOf(head);
    expect([...request.headers]).toEqual([
      ['accept', 'application/json, text/event-stream'],
      ['mcp-method', 'tools/call'],
    ]);
    expect([request.method, request.body]).toEqual(['POST', null]);
  });

  it('is shared by messages that have the same, and by no others', () => {
    expect(requestOf({ ...head, authorization: 'Bearer other' })).toBe(requestOf(head));
    for (const other of [
      { 'mcp-name': 'x' },
      { 'mcp-method': 'tools/list' },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const request = requestOf({ ...head, ...other });
      expect(request).not.toBe(requestOf(head));
      for (const [name, value] of Object.entries(other)) expect(request.headers.get(name)).toBe(value);
    }
    // The same words under another name.
    expect(requestOf({ 'mcp-method': 'x' }).headers.get('mcp-name')).toBeNull();
    expect(requestOf({ 'mcp-name': 'x' }).headers.get('mcp-method')).toBeNull();
  });
});

describe('the bytes of an answer', () => {
  const inPieces = (...pieces: readonly string[]) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(Buffer.from(piece));
          controller.close();
        },
      }),
    );

  it.each([
    ['one piece', Response.json({ a: 'é' }), '{"a":"é"}'],
    ['several pieces', inPieces('event: message\n', 'data: {}\n', '\n'), 'event: message\ndata: {}\n\n'],
    ['an empty stream', inPieces(), ''],
    ['no body', new Response(null, { status: 202 }), ''],
  ])('%s', async (_what, response, text) => {
    expect((await bytesOf(response)).toString()).toBe(text);
  });
});
