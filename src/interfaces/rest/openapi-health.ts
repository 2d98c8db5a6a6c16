/** The addresses for orchestrators in the OpenAPI document. They are not below the version prefix. */
import { contentOf, headersOf, type Json, type RouteDescription } from '../../http/openapi';

const commonHeaders = headersOf('X-Request-Id', 'Cache-Control');

/** The tag of these addresses. */
export const healthTag = {
  name: 'Health',
  description: 'For load balancers and orchestrators; not below the version prefix.',
};

/** @param refusal the response of an error code. */
export function healthRoutes(
  server: string,
  refusal: (code: 'method_not_allowed' | 'service_unavailable') => Json,
): RouteDescription[] {
  const route = (
    path: string,
    id: string,
    status: string,
    summary: string,
    text: string,
    more: Json,
  ): RouteDescription => ({
    ...{ method: 'get', path, server, id, tag: healthTag.name, summary, text, security: [] },
    responses: {
      200: {
        description: summary,
        headers: commonHeaders,
        content: contentOf({ type: 'object', required: ['status'], properties: { status: { const: status } } }),
      },
      405: refusal('method_not_allowed'),
      ...more,
    },
  });
  const restart = 'Asks nothing of the database: a reason to restart where it fails.';
  const ready = 'The database answers, has the current schema and can be written.';
  return [
    route('/healthz', 'get_health', 'ok', 'The process lives.', restart, {}),
    route('/readyz', 'get_readiness', 'ready', ready, 'Requests may be sent here.', {
      503: refusal('service_unavailable'),
    }),
  ];
}
