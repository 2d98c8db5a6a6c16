/**
 * The lanes of jobs. Each has places of its own in every process, so that what waits in one lane delays nothing in another.
 * A kind of job says its lane (`JobKind.lane`).
 */
import type { Lane } from '../store/tables/jobs';

export interface LaneRule {
  /** What belongs there, for `doctor` and the docs. */
  readonly what: string;
  /** Jobs at a time in one process, from `JOB_CONCURRENCY`. */
  places(concurrency: number): number;
  /** Jobs of one workspace at a time, in all processes together, from the places of one process. */
  ofOne(places: number): number;
  /**
   * How long a job that can give way (`givesWay`) keeps its place while others of the lane are ready. It ends at the next
   * checkpoint after so many milliseconds or checkpoints.
   */
  readonly turn: { readonly ms: number; readonly steps: number };
  /** How long a job may be ready before `doctor` calls it a problem, in milliseconds. */
  readonly lateMs: number;
}

const minute = 60_000;
const hour = 60 * minute;

const allButOne = (places: number) => Math.max(1, places - 1);
const half = (concurrency: number) => Math.max(1, Math.ceil(concurrency / 2));

/** The default of `JobKind.lane`. */
export const usualLane = 'asked' satisfies Lane;

export const laneRules: Readonly<Record<Lane, LaneRule>> = {
  minute: {
    what: 'short work of the service that comes every minute',
    places: () => 2,
    ofOne: (places) => places,
    turn: { ms: 10_000, steps: Infinity },
    lateMs: 5 * minute,
  },
  scoring: {
    what: 'scoring and counting of what has just changed',
    places: half,
    ofOne: allButOne,
    turn: { ms: 5_000, steps: Infinity },
    lateMs: 15 * minute,
  },
  asked: {
    what: 'imports, undo, removals and other work that somebody asked for',
    places: (concurrency) => concurrency,
    ofOne: allButOne,
    turn: { ms: 30_000, steps: Infinity },
    lateMs: hour,
  },
  deliveries: {
    what: 'webhooks',
    places: () => 16,
    ofOne: () => 4,
    turn: { ms: 5_000, steps: 20 },
    lateMs: hour,
  },
  mail: {
    what: 'digests',
    places: () => 6,
    ofOne: () => 2,
    turn: { ms: 30_000, steps: Infinity },
    lateMs: hour,
  },
  sources: {
    what: 'discoveries, the sync of the watchlist and the agent',
    places: () => 8,
    ofOne: () => 2,
    turn: { ms: 20_000, steps: 20 },
    lateMs: hour,
  },
  upkeep: {
    what: 'cleaning, and queueing what each workspace needs daily',
    places: () => 1,
    ofOne: (places) => places,
    turn: { ms: 10_000, steps: Infinity },
    lateMs: hour,
  },
  daily: {
    what: 'daily scoring and counting of whole workspaces',
    places: (concurrency) => Math.max(1, Math.floor(concurrency / 2)),
    ofOne: () => 1,
    turn: { ms: 5_000, steps: Infinity },
    lateMs: 12 * hour,
  },
};
