/** The request object of the server: its body has bounds, no matter who reads it and how it is cut into pieces. */
import { IncomingMessage } from 'node:http';

/** Bytes of a body that are read at most: an address that takes less answers before, and the rest is dropped up to here. */
const usualBytes = 1024 * 1024;
/** Pieces that a body may arrive in. Each chunk costs the same whatever it holds, and the largest body taken has 64 KB. */
const usualPieces = 2_048;
/** Of a body that may be longer, as many pieces more as these many bytes make: slices of the input are four times as long. */
const bytesOfPiece = 1_024;

export class BoundedRequest extends IncomingMessage {
  private bytes = 0;
  private pieces = 0;

  private mostBytes = usualBytes;
  private mostPieces = usualPieces;
  private cut = false;
  /** What happens when the body is out of bounds; what is left of it is not taken in any case. */
  onOverrun = (): void => void this.socket.destroy();

  /** Takes a body of so many bytes: for an address that stores what it reads, once it is known who sends it. */
  allow(bytes: number): void {
    this.mostBytes = Math.max(usualBytes, bytes);
    this.mostPieces = usualPieces + Math.ceil(bytes / bytesOfPiece);
  }

  /** Called for each piece of the body, and with null at its end. */
  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    // What had arrived already is parsed to its end all the same, a call for each piece.
    if (this.cut) return false;
    if (piece instanceof Uint8Array) {
      this.pieces += 1;
      this.bytes += piece.length;
      if (this.pieces > this.mostPieces || this.bytes > this.mostBytes) {
        this.cut = true;
        this.onOverrun();
        return false;
      }
    }
    return super.push(piece, encoding);
  }
}
