/** The yardstick of bench:speed: one Hono route that does nothing, in the same workerd, on the same machine, in the same run. */
import { Hono } from 'hono';

const app = new Hono();
app.get('/healthz', (context) => context.json({ ok: true }));
app.post('/bare', async (context) => context.json({ received: Object.keys(await context.req.json()).length }));

export default app;
