/**
 * Folded texts that filters compare for equality. Folding can lengthen a text (`ß` to `ss`), so what is stored is cut to its
 * column, and what is asked for must be cut alike.
 */
import { fold } from '../text/fold';
import { cut } from './writes/batches';

export const companyNameKey = (name: string): string => cut(fold(name), 200);
export const industryKey = (industry: string): string => cut(fold(industry), 160);
export const labelKey = (label: string): string => cut(fold(label), 80);
