/** Language and brand of the pages for one request. */
import { readFileSync, statSync } from 'node:fs';
import { settingDefinitions, SettingsError, type Settings } from '../../../config/settings';
import { listIn, translator, type Language, type Translate } from '../../shared/i18n';

/** What an operator sets instead of the product's name and colour. */
export interface Brand {
  readonly name: string;
  readonly supportUrl: string | undefined;
  /** `#rrggbb`. */
  readonly color: string | undefined;
  readonly logo: { readonly type: string; readonly bytes: Buffer } | undefined;
}

const logoTypes = [
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46] },
] as const;
const largestLogo = 256 * 1024;

/**
 * The brand from the settings. Reads the logo once.
 * @throws SettingsError when BRAND_LOGO_FILE is not a picture that pages can show.
 */
export function brandOf(
  settings: Pick<Settings, 'BRAND_NAME' | 'BRAND_LOGO_FILE' | 'BRAND_COLOR' | 'BRAND_SUPPORT_URL'>,
): Brand {
  const path = settings.BRAND_LOGO_FILE;
  return {
    name: settings.BRAND_NAME,
    supportUrl: settings.BRAND_SUPPORT_URL,
    color: settings.BRAND_COLOR,
    logo: path === undefined ? undefined : logoOf(path),
  };
}

function logoOf(path: string): Brand['logo'] {
  const found = statSync(path, { throwIfNoEntry: false });
  const bytes = found?.isFile() && found.size <= largestLogo ? readFileSync(path) : undefined;
  const format = bytes && logoTypes.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte));
  if (!format) {
    const { allowed } = settingDefinitions.BRAND_LOGO_FILE;
    throw new SettingsError([`BRAND_LOGO_FILE is ${JSON.stringify(path)}; allowed: ${allowed}.`]);
  }
  return { type: format.type, bytes };
}

export interface Look {
  readonly language: Language;
  readonly brand: Brand;
  readonly t: Translate;
  /** Joins names into one text. */
  readonly list: (names: readonly string[]) => string;
}

export function lookFor(language: Language, brand: Brand): Look {
  return { language, brand, t: translator(language), list: (names) => listIn(language, names) };
}
