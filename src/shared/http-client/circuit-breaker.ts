/**
 * Stops sending to a host that does not answer. After several failures in a row nothing is sent for a while. Then one request
 * is tried, and its result decides (M. Nygard, "Release It!": closed, open, half open).
 */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;
  private trying = false;

  constructor(
    /** Failures in a row that open it. */
    private readonly threshold: number,
    /** How long it stays open, milliseconds. */
    private readonly restMs: number,
  ) {}

  /** Milliseconds until a request may be sent. 0: send now, and report the result. */
  waitMs(now: number): number {
    if (this.failures < this.threshold) return 0;
    if (now < this.openUntil) return this.openUntil - now;
    if (this.trying) return this.restMs;
    this.trying = true;
    return 0;
  }

  succeeded(): void {
    this.failures = 0;
    this.trying = false;
  }

  /** The request was given up before its result was known. */
  unknown(): void {
    this.trying = false;
  }

  failed(now: number): void {
    this.failures += 1;
    this.trying = false;
    if (this.failures >= this.threshold) this.openUntil = now + this.restMs;
  }
}
