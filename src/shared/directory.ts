/**
 * Whose word an external id and an e-mail address are: PROVISIONING_DIRECTORY.
 * `workspace`: an external id belongs to the workspace that gave it. `shared`: the operator says that all workspaces are kept by
 * one directory, so that an id or an address is the same person in each of them.
 */
export const directories = ['workspace', 'shared'] as const;
export type Directory = (typeof directories)[number];
