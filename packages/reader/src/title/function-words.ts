/** What a person works on. The words that say so are in `vocabulary/`. */

/** `management` is the running of a whole company; `other` is a known trade outside the list. */
export const jobFunctions = [
  'management',
  'sales',
  'marketing',
  'product',
  'engineering',
  'it',
  'data',
  'design',
  'research',
  'operations',
  'procurement',
  'finance',
  'legal',
  'hr',
  'support',
  'consulting',
  'administration',
  'education',
  'health',
  'media',
  'other',
] as const;
export type JobFunction = (typeof jobFunctions)[number];
