/** Exit statuses of commands. docs/operating.md prints this table. */
export const exitCodes = {
  ok: { status: 0, meaning: 'Done.' },
  failed: {
    status: 1,
    meaning: 'The command failed: a missing or unreadable file, a full disk, a defect. The error line says which.',
  },
  usage: {
    status: 2,
    meaning: 'Wrong arguments, a wrong setting, or a file with content that is not allowed. Nothing was changed.',
  },
  not_found: {
    status: 3,
    meaning: 'The named workspace, person, key, profile, lead or connection does not exist.',
  },
  schema_not_current: {
    status: 4,
    meaning:
      'The database has no schema or an older one: run `leadlight migrate`. Or it has a newer one, which this version does not know.',
  },
  conflict: { status: 5, meaning: 'The object exists already, or its state does not allow this. Nothing was changed.' },
  findings: {
    status: 6,
    meaning: '`doctor`, `assistants check` or `import check` finished and found something that needs attention.',
  },
  unavailable: { status: 7, meaning: 'The database cannot be reached, or the address to listen on is taken.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ExitCode = keyof typeof exitCodes;

/** A command that ends with one clear line for the operator. */
export class CliError extends Error {
  constructor(
    readonly code: ExitCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CliError';
  }
}

/** The `not_found` error for something that the operator named. */
export function missing(what: string, named: string): CliError {
  return new CliError('not_found', `No such ${what}: ${named}`);
}
