/** The form of one setting. */
import type { z } from 'zod';

export interface SettingDefinition {
  /** Reads and checks the text of the environment variable. */
  readonly schema: z.ZodType;
  /** Text to use when the variable is unset. Undefined means "no value". */
  readonly fallback: string | undefined;
  readonly secret?: boolean;
  /** Says everything that the schema requires. Error messages print nothing else. */
  readonly allowed: string;
  readonly purpose: string;
}
