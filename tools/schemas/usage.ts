/** Calls of a key or a connection by day. */
import { z } from 'zod';
import type { DayOfUsage } from '../../src/store/access/usage';
import { day } from './values';

export const usageSchema = z
  .strictObject({
    days: z.array(
      z.strictObject({
        day: day('UTC day.'),
        calls: z.int().min(0).describe('Operations that were answered.'),
        rows: z.int().min(0).describe('Items of the answers.'),
      }),
    ),
  })
  .describe('Calls by day, oldest first, days without any left out. At most a few seconds behind.');

export const shownUsage = (days: readonly DayOfUsage[] = []) => ({ days: days.map((one) => ({ ...one })) });
