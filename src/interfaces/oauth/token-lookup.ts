/** Finds and ends the connections of both kinds of tokens: the part of the engine's model that the revoke endpoint also uses. */
import type { RefreshToken, Token } from '@node-oauth/oauth2-server';
import { findStoredGrant } from '../../store/oauth/grants';
import { readRefreshToken } from './secrets';
import type { OauthService } from './service';

export class TokenLookup {
  constructor(protected readonly service: OauthService) {}

  /** The connection of an authentic access token, alive or not. */
  async getAccessToken(token: string): Promise<Token | null> {
    const found = await this.service.identifyAccessToken(token);
    return found && { accessToken: token, client: clientOf(found.clientId), user: { grantId: found.grantId } };
  }

  /** The connection of an authentic refresh token, current or not. */
  async getRefreshToken(token: string): Promise<RefreshToken | null> {
    const facts = readRefreshToken(token, this.service.keys.refreshTokenMacKey());
    const grant = facts && (await findStoredGrant(this.service.db, facts.grantId));
    return grant ? { refreshToken: token, client: clientOf(grant.client_id), user: { grantId: grant.id } } : null;
  }

  /** Ends the whole connection of a token (RFC 7009 §2.1). */
  async revokeToken(token: Token | RefreshToken): Promise<boolean> {
    await this.service.end(String(token.user['grantId']), 'revoked_by_client');
    return true;
  }
}

/** A client by its id. `getClient` knows its grants. */
export const clientOf = (id: string) => ({ id, grants: [] });
