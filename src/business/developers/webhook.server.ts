import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { replayOne, replaySpan } from './replay.server.ts'
import { createWebhook, pauseWebhook, resumeWebhook, rollWebhook, testWebhook, updateWebhook } from './webhook.actions.server.ts'
import { removeWebhook } from './webhook.remove.server.ts'
import { readDeliveries, readWebhooks } from './webhook.row.server.ts'
import { webhookContract } from './webhook.contract.ts'

const os = handlersOf({ webhooks: webhookContract })

export const webhookHandlers = {
  list: os.webhooks.list.handler(inTenant((ctx) => readWebhooks(ctx))),
  create: os.webhooks.create.handler(inTenant(createWebhook)),
  update: os.webhooks.update.handler(inTenant(updateWebhook)),
  pause: os.webhooks.pause.handler(inTenant(pauseWebhook)),
  resume: os.webhooks.resume.handler(inTenant(resumeWebhook)),
  roll: os.webhooks.roll.handler(inTenant(rollWebhook)),
  remove: os.webhooks.remove.handler(inTenant(removeWebhook)),
  test: os.webhooks.test.handler(inTenant(testWebhook)),
  deliveries: os.webhooks.deliveries.handler(inTenant(readDeliveries)),
  replay: os.webhooks.replay.handler(inTenant(replayOne)),
  replaySpan: os.webhooks.replaySpan.handler(inTenant(replaySpan)),
}
