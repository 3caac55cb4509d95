import { useTranslations } from 'use-intl'
import { api } from './team.client.ts'
import { lookAs } from '#business/accounts/sign-in-session.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { useForm } from '#ui/use-form.ts'
import { RoleFields, roleInputOf, type RoleValues } from './role-fields.tsx'
import { givenRoles, roleForm } from './team.contract.ts'

const initial: RoleValues = { role: '', trainer: '' }

/** Shows an owner the product as a role sees it, starting at Home. */
export function LookForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('team')
  const form = useForm({
    name: 'look',
    initial,
    schema: roleForm,
    input: roleInputOf,
    async submit(values) {
      const input = roleForm.parse(roleInputOf(values))
      await api.team.look(input)
      lookAs(input.role)
    },
  })
  return (
    <Dialog title={t('look.title')} onClose={onClose}>
      <DialogForm form={form} isFree save={t('look.go')} back={t('members.dismiss')} onClose={onClose}>
        <p>{t('look.text')}</p>
        <RoleFields role={form.field('role')} trainer={form.field('trainer')} given={givenRoles} />
      </DialogForm>
    </Dialog>
  )
}
