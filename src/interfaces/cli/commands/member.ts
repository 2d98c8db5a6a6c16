import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { roles } from '../../../shared/values';
import { generatePassword, hashPassword, passwordLength } from '../../../auth/passwords';
import { findUserByEmail, listMembers, type UserRow } from '../../../store/admin/members';
import type { Database } from '../../../database/database';
import { command, parameter, type CommandContext, type CommandGroup } from '../command';
import { CliError, missing } from '../exit-codes';
import { operatorWorkspace } from '../operator';
import { setPassword } from '../operator-people';
import { tableLines, timestamp } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const email = parameter('<email>', "the person's e-mail address", z.email('is not an e-mail address').max(254));
const role = z.enum(roles, 'must be OWNER, ADMIN or MEMBER');

const passwordOptions = {
  passwordStdin: parameter(
    '--password-stdin',
    'read the password from standard input (never give it as an argument: other users of the machine see those)',
    z.boolean().default(false),
  ),
  generatePassword: parameter('--generate-password', 'make one up and print it once', z.boolean().default(false)),
};

/** The password that was asked for; undefined when none of the flags was given. */
async function readPassword(
  context: CommandContext,
  options: { passwordStdin: boolean; generatePassword: boolean },
): Promise<{ password: string; generated: boolean } | undefined> {
  if (options.passwordStdin && options.generatePassword) {
    throw new CliError('usage', 'give either --password-stdin or --generate-password');
  }
  if (options.generatePassword) return { password: generatePassword(), generated: true };
  if (!options.passwordStdin) return undefined;
  const password = (await context.terminal.readInput()).replace(/\r?\n$/, '');
  return { password: checked(password), generated: false };
}

function checked(password: string): string {
  const { minimum, maximum } = passwordLength;
  if (password.length < minimum || password.length > maximum) {
    throw new CliError('usage', `a password has ${minimum} to ${maximum} characters`);
  }
  return password;
}

async function userOf(db: Database, address: string): Promise<UserRow> {
  const user = await findUserByEmail(db, address);
  if (!user) throw missing('person', address);
  return user;
}

const add = command({
  name: 'add',
  summary: 'Add a person to a workspace.',
  details:
    'A person who is new to this service is created. Without a password they can only act with session tokens that your ' +
    'own application or `leadlight session mint` issues.',
  arguments: { email },
  options: {
    workspace: workspaceOption,
    role: parameter('--role <role>', 'OWNER, ADMIN or MEMBER', role.default('MEMBER')),
    name: parameter('--name <name>', 'how the person is called', z.string().trim().min(1).max(200).optional()),
    inactive: parameter('--inactive', 'add them without access for now', z.boolean().default(false)),
    ...passwordOptions,
  },
  examples: [
    'member add ada@example.com --role OWNER --generate-password',
    'member add bob@example.com -w "Acme Sales" --password-stdin < password.txt',
  ],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const chosen = await readPassword(context, options);
    if (chosen && (await findUserByEmail(db, args.email))) {
      throw new CliError('conflict', `${args.email} has an account already; change its password with set-password`);
    }
    const added = await action.addMember.act(operatorWorkspace(context, db, organization.id), {
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
        organizationId: organization.id,
        ...(chosen?.generated ? { password: chosen.password } : {}),
      },
      lines,
    };
  },
});

const list = command({
  name: 'list',
  summary: 'List the members of a workspace.',
  options: { workspace: workspaceOption },
  examples: ['member list -w "Acme Sales"'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const members = await listMembers(db, organization.id);
    return {
      data: {
        organizationId: organization.id,
        members: members.map((member) => ({ ...member, createdAt: timestamp(member.createdAt) })),
      },
      lines: tableLines(
        ['EMAIL', 'NAME', 'ROLE', 'ACTIVE'],
        members.map((member) => [member.email, member.displayName, member.role, member.active ? 'yes' : 'no']),
      ),
    };
  },
});

async function change(
  context: CommandContext,
  address: string,
  named: string | undefined,
  wanted: { role?: z.output<typeof role>; active?: boolean },
) {
  const db = await context.database();
  const organization = await resolveWorkspace(db, named);
  const user = await userOf(db, address);
  const workspace = operatorWorkspace(context, db, organization.id);
  const changed = await action.changeMember.act(workspace, { userId: user.id, ...wanted });
  const said = wanted.role ? `is ${wanted.role} now` : wanted.active ? 'is active now' : 'is inactive now';
  return {
    data: { organizationId: organization.id, ...changed },
    lines: [`${user.email} ${said}`],
  };
}

const setRole = command({
  name: 'set-role',
  summary: "Change a member's role.",
  details: 'Their assistants keep only what the new role may have approved: others end at their next call.',
  arguments: { email, role: parameter('<role>', 'OWNER, ADMIN or MEMBER', role) },
  options: { workspace: workspaceOption },
  examples: ['member set-role ada@example.com ADMIN'],
  run: (context, args, options) => change(context, args.email, options.workspace, { role: args.role }),
});

const deactivate = command({
  name: 'deactivate',
  summary: 'Take a member’s access away, and that of their assistants.',
  arguments: { email },
  options: { workspace: workspaceOption },
  examples: ['member deactivate bob@example.com'],
  run: (context, args, options) => change(context, args.email, options.workspace, { active: false }),
});

const activate = command({
  name: 'activate',
  summary: 'Give an inactive member access again.',
  arguments: { email },
  options: { workspace: workspaceOption },
  examples: ['member activate bob@example.com'],
  run: (context, args, options) => change(context, args.email, options.workspace, { active: true }),
});

const externalId = parameter('<external id>', 'what the application calls the person', z.string().min(1).max(255));

const invite = command({
  name: 'invite',
  summary: 'Make a link that lets a person join a workspace within 48 hours, once.',
  details:
    'Give the link to the person yourself: it is not mailed from here. A former invitation of the same address ends. The page behind ' +
    'the link asks for a name and a password.',
  arguments: { email },
  options: {
    workspace: workspaceOption,
    role: parameter('--role <role>', 'OWNER, ADMIN or MEMBER', role.default('MEMBER')),
  },
  examples: ['member invite ada@example.com --role ADMIN'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const data = await action.inviteMember.act(workspace, { email: args.email, role: options.role });
    return {
      data: { organizationId: organization.id, ...data },
      lines: [
        `${data.email} joins ${organization.name} as ${data.role}, until ${data.expiresAt}, with`,
        `  ${data.link}`,
      ],
    };
  },
});

const resetLink = command({
  name: 'reset-link',
  summary: 'Make a link with which a member sets a new password within an hour, once.',
  details:
    'Give the link to the person yourself: it is not mailed from here. A new password ends every session of the person.',
  arguments: { email },
  options: { workspace: workspaceOption },
  examples: ['member reset-link ada@example.com'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const { id: userId } = await userOf(db, args.email);
    const data = await action.makeResetLink.act(operatorWorkspace(context, db, organization.id), { userId });
    return {
      data: { organizationId: organization.id, ...data },
      lines: [`${data.email} sets a new password, until ${data.expiresAt}, with`, `  ${data.link}`],
    };
  },
});

const put = command({
  name: 'put',
  summary: 'Make or change a member by the id of the application that keeps them.',
  details: 'The same as the provisioning API (docs/consent-page.md). What is left out stays as it is.',
  arguments: { externalId },
  options: {
    workspace: workspaceOption,
    email: parameter('--email <email>', 'required for a new person', z.string().optional()),
    role: parameter('--role <role>', 'OWNER, ADMIN or MEMBER', role.optional()),
    name: parameter('--name <name>', 'how the person is called', z.string().trim().min(1).max(200).optional()),
    active: parameter('--active <yes|no>', 'whether they have access', z.enum(['yes', 'no']).optional()),
  },
  examples: ['member put emp-1042 --email ada@example.com --role ADMIN', 'member put emp-1042 --active no'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const { externalId, email, role, name } = { ...args, ...options };
    const { answer, outcome } = await action.putMember.perform(operatorWorkspace(context, db, organization.id), {
      organizationId: organization.id,
      externalId,
      ...(email === undefined ? {} : { email }),
      ...(role === undefined ? {} : { role }),
      ...(name === undefined ? {} : { displayName: name }),
      ...(options.active === undefined ? {} : { active: options.active === 'yes' }),
    });
    const { data } = answer;
    const state = `${data.role}, ${data.active ? 'active' : 'inactive'}`;
    return {
      data: { organizationId: organization.id, ...data, created: outcome === 'created' },
      lines: [`${data.externalId} is ${data.email}: ${state}`],
    };
  },
});

const withdraw = command({
  name: 'withdraw',
  summary: 'Take the access of a member away, by the id of the application that keeps them.',
  details: 'Their sessions in this workspace end; other workspaces of theirs stay as they are.',
  arguments: { externalId },
  options: { workspace: workspaceOption },
  examples: ['member withdraw emp-1042'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const { data } = await action.deactivateMember.act(operatorWorkspace(context, db, organization.id), {
      organizationId: organization.id,
      externalId: args.externalId,
    });
    return { data: { organizationId: organization.id, ...data }, lines: [`${data.email} is inactive now`] };
  },
});

const changePassword = command({
  name: 'set-password',
  summary: "Set a person's password for the built-in sign-in page.",
  details: 'Without a flag it asks for it on the terminal.',
  arguments: { email },
  options: {
    ...passwordOptions,
    remove: parameter('--remove', 'take the password away: no sign-in by password', z.boolean().default(false)),
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
      return { data: { email: user.email, password: null }, lines: [`${user.email} has no password any more`] };
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
    throw new CliError('usage', 'give --password-stdin or --generate-password: this is no terminal to ask on');
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
