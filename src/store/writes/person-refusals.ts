/** Why a person is not stored as a row names them. */
import { OperationError } from '../../shared/errors';

/** Thrown when code stores one person who must not be stored. Imports filter such people out earlier. */
export class PersonSuppressed extends OperationError {
  constructor() {
    super('conflict', 'This person was erased or suppressed in this workspace, and is not stored again.');
  }
}

/** Thrown when a person who asked not to be contacted would be put where people are shown. */
export class PersonObjects extends OperationError {
  constructor() {
    super('conflict', 'This person asked not to be contacted, so they cannot be added to a list of this workspace.');
  }
}

/** A row that names two known people, one by the stable id and the other by the address. Neither is changed. */
export class PeopleConflict extends OperationError {
  constructor() {
    super('conflict', conflictReason);
  }
}
export const conflictReason =
  'the id and the profile address belong to two known people; nobody was merged (an address can pass to another member)';
