/** Commands about one workspace, which most are. */
import type { Database } from '../../database/database';
import type { OrganizationRow } from '../../store/access/organizations';
import type { ActingWorkspace } from '../../workspace/workspace';
import {
  type Answer,
  type Command,
  type CommandContext,
  type CommandDefinition,
  type Parameters,
  type Parameter,
  type ValuesOf,
} from './command';
import { operatorWorkspace } from './operator';
import { resolveWorkspace, workspaceOption } from './workspace-option';

/** The workspace that the operator named, or the only one. */
export interface NamedWorkspace {
  readonly db: Database;
  readonly organization: OrganizationRow;
  readonly organizationId: string;
  /** Its handle, with all rights. */
  readonly workspace: ActingWorkspace;
}

interface WorkspaceCommandDefinition<A extends Parameters, O extends Parameters> extends Omit<
  CommandDefinition<A, O>,
  'run'
> {
  run(at: NamedWorkspace, args: ValuesOf<A>, options: ValuesOf<O>, context: CommandContext): Promise<Answer>;
}

/** Declares a command that takes `--workspace` as its first flag, and whose `run` gets that workspace. */
export function workspaceCommand<
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- by default a command has none
  A extends Parameters = Record<never, Parameter>,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
  O extends Parameters = Record<never, Parameter>,
>(definition: WorkspaceCommandDefinition<A, O>): Command {
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: { workspace: workspaceOption, ...definition.options },
    async run(context, args, { workspace: named, ...options }) {
      const db = await context.database();
      const organization = await resolveWorkspace(db, workspaceOption.schema.parse(named));
      const { id: organizationId } = organization;
      const workspace = operatorWorkspace(context, db, organizationId);
      // The frame has parsed both records with the schemas of A and O.
      return definition.run(
        { db, organization, organizationId, workspace },
        args as ValuesOf<A>,
        options as ValuesOf<O>,
        context,
      );
    },
  };
}
