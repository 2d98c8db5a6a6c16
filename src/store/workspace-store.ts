export interface WorkspaceStore {
  readonly organizationId: string;
}
