/** All addresses of the console: its files, its sessions, and its operations. */
import type { Operation } from '../../../../tools/define';
import type { Route } from '../../../http/router';
import type { ConsoleContext } from './context';
import { consoleCookie } from './cookie';
import { consoleFileRoutes, consoleFolder } from './files';
import { linkRoutes } from './link-api';
import { operationRoutes } from './operations';
import { sessionRoutes } from './session-api';
import { forgotRoute } from './forgot-api';
import { uploadRoutes } from './upload-api';
import { setupRoutes } from './setup-api';
import { speaking } from './words/words';

export interface ConsoleOptions extends Omit<ConsoleContext, 'cookie'> {
  readonly catalogue: readonly Operation[];
  /** Path of `PUBLIC_URL` without a final slash. */
  readonly publicPath: string;
}

export function consoleRoutes({ catalogue, publicPath, ...options }: ConsoleOptions): readonly Route[] {
  const context: ConsoleContext = { ...options, cookie: consoleCookie(options.publicUrl, publicPath) };
  return [
    ...speaking([
      ...sessionRoutes(context),
      ...linkRoutes(context),
      ...setupRoutes(context),
      forgotRoute(context),
      ...uploadRoutes(context),
      ...operationRoutes(context, catalogue),
    ]),
    ...consoleFileRoutes({
      folder: consoleFolder(),
      publicUrl: options.publicUrl,
      publicPath,
      brand: options.brand.name,
    }),
  ];
}
