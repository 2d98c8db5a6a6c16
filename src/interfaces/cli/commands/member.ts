import { phraseFor } from '../../../shared/value-words';
import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { roles } from '../../../shared/values';
import { passwordProblem } from '../../../auth/common-passwords';
import { generatePassword, hashPassword } from '../../../auth/passwords';
import { findUserByEmail, listMembers, type UserRow } from '../../../store/access/members';
import type { Database } from '../../../database/database';
import { command, parameter, type CommandContext, type CommandGroup } from '../command';
import { workspaceCommand, type NamedWorkspace } from '../workspace-command';
import { CliError, missing } from '../exit-codes';
import { onlyHere } from '../operator';
import { setPassword } from '../operator-people';
import { tableLines, timestamp } from '../text';

const email = parameter('<email>', "the person's e-mail address", z.email('is not an e-mail address').max(254));
const role = z.enum(roles, 'must be OWNER, ADMIN or MEMBER');

const passwordOptions = {
  passwordStdin: parameter(
    '--password-stdin',
    'read the password from standard input (other users of the machine could see an argument)',
    z.boolean().default(false),
  ),
  generatePassword: parameter(
    '--generate-password',
    'generate a password and print it once',
    z.boolean().default(false),
  ),
};

/** The chosen password; undefined if none of the flags was given. */
async function readPassword(
  context: CommandContext,
  options: { passwordStdin: boolean; generatePassword: boolean },
): Promise<{ password: string; generated: boolean } | undefined> {
  if (options.passwordStdin && options.generatePassword) {
    throw new CliError('usage', 'use either --password-stdin or --generate-password');
  }
  if (options.generatePassword) return { password: generatePassword(), generated: true };
  if (!options.passwordStdin) return undefined;
  const password = (await context.terminal.readInput()).replace(/\r?\n$/, '');
  return { password: checked(password), generated: false };
}

function checked(password: string): string {
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new CliError('usage', `a password ${problem}`);
  return password;
}

async function userOf(db: Database, address: string): Promise<UserRow> {
  const user = await findUserByEmail(db, address);
  if (!user) throw missing('person', address);
  return user;
}

const add = workspaceCommand({
  name: 'add',
  summary: 'Add a person to a workspace.',
  details:
    'Creates the person if this service does not know them. Without a password they can only use session tokens that your ' +
    'own application or `leadlight session mint` issues.',
  arguments: { email },
  options: {
    role: parameter('--role <role>', 'OWNER, ADMIN or MEMBER', role.default('MEMBER')),
    name: parameter('--name <name>', 'name of the person', z.string().trim().min(1).max(200).optional()),
    inactive: parameter('--inactive', 'add the person without access for now', z.boolean().default(false)),
    ...passwordOptions,
  },
  examples: [
    'member add ada@example.com --role OWNER --generate-password',
    'member add bob@example.com -w "Acme Sales" --password-stdin < password.txt',
  ],
  async run({ db, organization, organizationId, workspace }, args, options, context) {
    const chosen = await readPassword(context, options);
    if (chosen && (await findUserByEmail(db, args.email))) {
      throw new CliError(
        'conflict',
        `${args.email} is already a user of this service; change the password with set-password`,
      );
    }
    const added = await action.addMember.act(workspace, {
      email: args.email,
      displayName: options.name ?? args.email.split('@')[0] ?? args.email,
      role: options.role,
      active: !options.inactive,
      passwordHash: chosen ? await hashPassword(chosen.password) : null,
    });
    const lines = [`Added ${args.email} to ${organization.name} as ${options.role}`];
    if (chosen?.generated) lines.push(`password  ${chosen.password}   (shown once)`);
    return {
      data: {
        ...added,
        organizationId,
        ...(chosen?.generated ? { password: chosen.password } : {}),
      },
      lines,
    };
  },
});

const list = workspaceCommand({
  name: 'list',
  summary: 'List the members of a workspace.',
  examples: ['member list -w "Acme Sales"'],
  async run({ db, organizationId }) {
    const members = await listMembers(db, organizationId);
    return {
      data: {
        organizationId,
        members: members.map((member) => ({ ...member, createdAt: timestamp(member.createdAt) })),
      },
      lines: tableLines(
        ['EMAIL', 'NAME', 'ROLE', 'ACTIVE'],
        members.map((member) => [
          member.email,
          member.displayName,
          phraseFor(member.role),
          member.active ? 'yes' : 'no',
        ]),
      ),
    };
  },
});

async function change(
  { db, organizationId, workspace }: NamedWorkspace,
  address: string,
  wanted: { role?: z.output<typeof role>; active?: boolean },
) {
  const user = await userOf(db, address);
  const changed = await action.changeMember.act(workspace, { userId: user.id, ...wanted });
  const said = wanted.role ? `is now ${wanted.role}` : wanted.active ? 'is now active' : 'is now inactive';
  return {
    data: { organizationId, ...changed },
    lines: [`${user.email} ${said}`],
  };
}

const setRole = workspaceCommand({
  name: 'set-role',
  summary: "Change a member's role.",
  details: 'Connections that the new role may not approve end at their next call.',
  arguments: { email, role: parameter('<role>', 'OWNER, ADMIN or MEMBER', role) },
  examples: ['member set-role ada@example.com ADMIN'],
  run: (at, args) => change(at, args.email, { role: args.role }),
});

const deactivate = workspaceCommand({
  name: 'deactivate',
  summary: 'Deactivate a member. They and their assistants lose access.',
  arguments: { email },
  examples: ['member deactivate bob@example.com'],
  run: (at, args) => change(at, args.email, { active: false }),
});

const activate = workspaceCommand({
  name: 'activate',
  summary: 'Give an inactive member access again.',
  arguments: { email },
  examples: ['member activate bob@example.com'],
  run: (at, args) => change(at, args.email, { active: true }),
});

const externalId = parameter('<external id>', 'id of the person in the application', z.string().min(1).max(255));

const invite = workspaceCommand({
  name: 'invite',
  summary: 'Make a link with which a person joins a workspace. It works once, within 48 hours.',
  details:
    'Give the link to the person yourself: this command sends no mail. An earlier invitation of the same address ends. The page behind ' +
    'the link asks for a name and a password.',
  arguments: { email },
  options: {
    role: parameter('--role <role>', 'OWNER, ADMIN or MEMBER', role.default('MEMBER')),
  },
  examples: ['member invite ada@example.com --role ADMIN'],
  async run({ organization, organizationId, workspace }, args, options, context) {
    const data = await action.inviteMember.act(workspace, { email: args.email, role: options.role });
    return {
      data: { organizationId, ...data },
      lines: [
        `Until ${data.expiresAt}, ${data.email} can join ${organization.name} as ${data.role} with`,
        `  ${data.link}`,
        ...onlyHere(context),
      ],
    };
  },
});

const resetLink = workspaceCommand({
  name: 'reset-link',
  summary: 'Make a link with which a member sets a new password. It works once, within an hour.',
  details:
    'Give the link to the person yourself: this command sends no mail. A new password ends every session of the person.',
  arguments: { email },
  examples: ['member reset-link ada@example.com'],
  async run({ db, organizationId, workspace }, args, _options, context) {
    const { id: userId } = await userOf(db, args.email);
    const data = await action.makeResetLink.act(workspace, { userId });
    return {
      data: { organizationId, ...data },
      lines: [
        `Until ${data.expiresAt}, ${data.email} can set a new password with`,
        `  ${data.link}`,
        ...onlyHere(context),
      ],
    };
  },
});

const put = workspaceCommand({
  name: 'put',
  summary: 'Create or change a member by their id in your application.',
  details: 'The same as the provisioning API (docs/consent-page.md). Omitted values stay as they are.',
  arguments: { externalId },
  options: {
    email: parameter('--email <email>', 'required for a new person', z.string().optional()),
    role: parameter('--role <role>', 'OWNER, ADMIN or MEMBER', role.optional()),
    name: parameter('--name <name>', 'name of the person', z.string().trim().min(1).max(200).optional()),
    active: parameter('--active <yes|no>', 'whether they have access', z.enum(['yes', 'no']).optional()),
  },
  examples: ['member put emp-1042 --email ada@example.com --role ADMIN', 'member put emp-1042 --active no'],
  async run({ organizationId, workspace }, args, options) {
    const { externalId, email, role, name } = { ...args, ...options };
    const { answer, outcome } = await action.putMember.perform(workspace, {
      organizationId,
      externalId,
      ...(email === undefined ? {} : { email }),
      ...(role === undefined ? {} : { role }),
      ...(name === undefined ? {} : { displayName: name }),
      ...(options.active === undefined ? {} : { active: options.active === 'yes' }),
    });
    const { data } = answer;
    const state = `${data.role}, ${data.active ? 'active' : 'inactive'}`;
    return {
      data: { organizationId, ...data, created: outcome === 'created' },
      lines: [`${data.externalId} is ${data.email}: ${state}`],
    };
  },
});

const withdraw = workspaceCommand({
  name: 'withdraw',
  summary: 'Deactivate a member by their id in your application.',
  details: 'Their sessions in this workspace end. Their other workspaces stay as they are.',
  arguments: { externalId },
  examples: ['member withdraw emp-1042'],
  async run({ organizationId, workspace }, args) {
    const { data } = await action.deactivateMember.act(workspace, {
      organizationId,
      externalId: args.externalId,
    });
    return { data: { organizationId, ...data }, lines: [`${data.email} is now inactive`] };
  },
});

const changePassword = command({
  name: 'set-password',
  summary: "Set a person's password for the built-in sign-in page.",
  details: 'Without a flag the command asks for the password on the terminal.',
  arguments: { email },
  options: {
    ...passwordOptions,
    remove: parameter(
      '--remove',
      'remove the password; the person cannot sign in with one',
      z.boolean().default(false),
    ),
  },
  examples: [
    'member set-password ada@example.com',
    'member set-password ada@example.com --password-stdin < password.txt',
  ],
  async run(context, args, options) {
    const db = await context.database();
    const user = await userOf(db, args.email);
    if (options.remove) {
      await setPassword(db, user, null);
      return { data: { email: user.email, password: null }, lines: [`${user.email} no longer has a password`] };
    }
    const chosen = (await readPassword(context, options)) ?? (await ask(context));
    await setPassword(db, user, chosen.password);
    return {
      data: { email: user.email, ...(chosen.generated ? { password: chosen.password } : {}) },
      lines: [
        `Set the password of ${user.email}`,
        ...(chosen.generated ? [`password  ${chosen.password}   (shown once)`] : []),
      ],
    };
  },
});

async function ask(context: CommandContext): Promise<{ password: string; generated: boolean }> {
  if (!context.terminal.interactive) {
    throw new CliError('usage', 'use --password-stdin or --generate-password: standard input is not a terminal');
  }
  const password = checked(await context.terminal.askHidden('New password: '));
  if (password !== (await context.terminal.askHidden('Once more: '))) {
    throw new CliError('usage', 'the two passwords differ');
  }
  return { password, generated: false };
}

export const member: CommandGroup = {
  name: 'member',
  summary: 'People of a workspace: roles, access, passwords.',
  commands: [add, invite, resetLink, list, put, withdraw, setRole, deactivate, activate, changePassword],
};
