/**
 * Who may vouch for an external id and an e-mail address: PROVISIONING_DIRECTORY. `workspace`: an external id belongs to the
 * workspace that gave it. `shared`: the operator says that one directory keeps all workspaces, so an id or an address means the
 * same person in each of them.
 */
export const directories = ['workspace', 'shared'] as const;
export type Directory = (typeof directories)[number];
