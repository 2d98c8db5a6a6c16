/** What a setting is. */
import type { z } from 'zod';

export interface SettingDefinition {
  /** Reads and checks the text of the variable. */
  readonly schema: z.ZodType;
  /** What is used when the variable is unset; undefined means "no value". */
  readonly fallback: string | undefined;
  readonly secret?: boolean;
  /** Says everything that the schema demands: error messages have no other words. */
  readonly allowed: string;
  readonly purpose: string;
}
