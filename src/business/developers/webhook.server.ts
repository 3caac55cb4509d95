import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { replayOne, replaySpan } from './replay.server.ts'
import {
  createWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  rollWebhook,
  testWebhook,
  updateWebhook,
} from './webhook.actions.server.ts'
import { readDeliveries, readWebhooks } from './webhook.row.server.ts'
import { webhookContract } from './webhook.contract.ts'

const os = handlersOf({ webhooks: webhookContract })

export const webhookHandlers = {
  list: os.webhooks.list.handler(run((inside) => readWebhooks(inside))),
  create: os.webhooks.create.handler(run(createWebhook)),
  update: os.webhooks.update.handler(run(updateWebhook)),
  pause: os.webhooks.pause.handler(run(pauseWebhook)),
  resume: os.webhooks.resume.handler(run(resumeWebhook)),
  roll: os.webhooks.roll.handler(run(rollWebhook)),
  remove: os.webhooks.remove.handler(run(removeWebhook)),
  test: os.webhooks.test.handler(run(testWebhook)),
  deliveries: os.webhooks.deliveries.handler(run(readDeliveries)),
  replay: os.webhooks.replay.handler(run(replayOne)),
  replaySpan: os.webhooks.replaySpan.handler(run(replaySpan)),
}
