/** The person who is signed in, and their workspaces. */
import { batch, computed, signal } from '@preact/signals';
import { noteSignedIn } from '../base';
import { addressOf, go, workspaceId } from '../router';
import { ApiError, request } from './client';
import { whoIsHere } from './first-questions';
import { forgetAnswers } from './read';
import type { Role } from './operations';

export interface SessionWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Rights of this role, as `operationRights` names them. */
  readonly rights: readonly string[];
  /** Whether it holds example data alone: it is deleted without typing its name. */
  readonly example: boolean;
}

export interface Session {
  readonly person: { readonly id: string; readonly email: string; readonly displayName: string | null };
  readonly workspaces: readonly SessionWorkspace[];
  readonly service: {
    readonly name: string;
    readonly version: string;
    /** PUBLIC_URL. */
    readonly url: string;
    /** False on plain http: anyone on the network can read what is sent. */
    readonly encrypted: boolean;
  };
}

/** Undefined until the server has answered; null when nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** The workspace in the address, if the person belongs to it. */
export const workspace = computed(() => session.value?.workspaces.find(({ id }) => id === workspaceId.value));

/** Whether the person may use operations with this right here. */
export const may = (right: string): boolean => workspace.value?.rights.includes(right) ?? false;

/**
 * Asks who is signed in, which draws the page.
 * @param ready what the page waits for, once somebody is signed in.
 * @throws ApiError when that fails.
 */
export async function loadSession(ready?: () => Promise<unknown>): Promise<void> {
  try {
    const answer = await request<Session | null>(whoIsHere, { method: 'GET' });
    noteSignedIn(answer !== null);
    if (answer) await ready?.();
    session.value = answer;
  } catch (error) {
    // What the page waits for may find that the session has just ended.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    session.value = null;
  }
}

/**
 * Ends the session in this browser and shows the sign-in page, both at once. Otherwise the page left behind would ask to sign
 * in again.
 */
export async function signOut(): Promise<void> {
  await request('sign-out');
  forgetAnswers();
  noteSignedIn(false);
  batch(() => {
    go(addressOf('sign-in'));
    session.value = null;
  });
}
