/** A lead that was marked as a client or a bad lead is not read by its id any more: lists ask for those by disposition. */
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService } from '../support/service';

test.each(['CLIENT', 'BAD_LEAD'])('%s', async (disposition) => {
  const service = await startTestService({ kind: 'sqlite' });
  try {
    const { organizationId, leadIds } = await seedWorkspace(service.db, 'decided', 1);
    const headers = bearer(await service.key(organizationId));
    const read = () => send(service, `/api/v1/customer/leads/${leadIds[0] ?? ''}`, { headers });
    expect((await read()).status).toBe(200);
    await service.db.run('UPDATE leads SET disposition = ? WHERE organization_id = ?', [disposition, organizationId]);
    expect((await read()).status).toBe(404);
  } finally {
    await service.end();
  }
});
