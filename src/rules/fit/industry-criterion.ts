/** The criterion of the industry: labels and sectors. */
import { industryKey, industryOf, isKnownIndustry, sectorOf } from '../../../packages/reader/src';
import type { IcpDefinition } from './icp-definition';
import { cached, evidenceOf, verdict, type Asked, type Judge } from './icp-evidence';

export function industryJudge(definition: IcpDefinition, asked: Asked): Judge {
  const wanted = industrySet(definition.industries);
  const unknown = evidenceOf(asked, 'unknown', 'industry unknown');
  const seen = cached((industry) => {
    const label = industryOf(industry);
    if (label === null) return unknown;
    const isListed = wanted(label);
    return verdict(asked, isListed, isKnownIndustry(label) ? label : `industry is ${isListed ? '' : 'not '}listed`);
  });
  return ({ industry }) => seen(industry ?? '');
}

/** A label that no list has is somebody's own words, which stay out of ours. */
export function excludedIndustry(industry: string): string {
  const label = industryOf(industry);
  return label !== null && isKnownIndustry(label) ? `industry ${label}` : 'industry is one that you leave out';
}

/** Whether an industry is one of these, or lies in a sector that is. */
export function industrySet(industries: readonly string[]): (label: string) => boolean {
  const keys = new Set(industries.map(industryKey));
  return (label) => {
    const sector = sectorOf(industryOf(label) ?? label);
    return keys.has(industryKey(label)) || (sector !== null && keys.has(industryKey(sector)));
  };
}
