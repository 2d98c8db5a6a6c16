/** The request object of the server. Its body has bounds, no matter who reads it and into how many pieces it is cut. */
import { IncomingMessage } from 'node:http';

/** Most bytes that are read of a body. An address that takes fewer answers earlier, and the rest up to this limit is dropped. */
export const usualBytes = 1024 * 1024;
/** Most pieces of a body. Each chunk costs the same whatever its size, and the largest accepted body has 64 KB. */
const usualPieces = 2_048;
/** A body that may be longer gets one more piece for this many bytes. Slices of the input are four times as long. */
const bytesOfPiece = 1_024;

export class BoundedRequest extends IncomingMessage {
  private bytes = 0;
  private pieces = 0;

  private mostBytes = usualBytes;
  private mostPieces = usualPieces;
  private cut = false;
  /** Called when the body is out of bounds. The rest of the body is not read in any case. */
  onOverrun = (): void => void this.socket.destroy();

  /** Allows a body of this many bytes: for an address that stores what it reads, once the sender is known. */
  allow(bytes: number): void {
    this.mostBytes = Math.max(usualBytes, bytes);
    this.mostPieces = usualPieces + Math.ceil(bytes / bytesOfPiece);
  }

  /** Called for each piece of the body, and with null at its end. */
  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    // The parser still goes through what had already arrived, with one call for each piece.
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
