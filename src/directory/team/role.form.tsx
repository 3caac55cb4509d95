import { useTranslations } from 'use-intl'
import { api } from './team.client.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { RoleFields, roleInputOf, type RoleValues } from './role-fields.tsx'
import { roleForm, type GivenRole, type Member } from './team.contract.ts'

/** Changes a member's role, after a warning that it signs them out. */
export function RoleForm({ row, given, onClose }: { row: Member; given: readonly GivenRole[]; onClose: () => void }) {
  const t = useTranslations('team.members')
  const names = useTranslations('lib.roles')
  const { confirmed, dialog } = useStepUp()
  const [version, track] = useVersion(row)
  const initial: RoleValues = { role: given.find((role) => role === row.role) ?? '', trainer: row.trainer ?? '' }
  const form = useForm({
    name: 'role',
    initial,
    schema: roleForm,
    input: roleInputOf,
    async submit(values) {
      const after = await confirmed(() => track(() => api.team.changeRole({ ...roleForm.parse(roleInputOf(values)), id: row.id, version })))
      if (after === null) return
      await changed('team')
      toastSuccess(t('done.changeRole', { name: row.email, role: names(after.role) }))
      onClose()
    },
  })
  return (
    <>
      <Dialog title={t('roleForm.title', { name: row.email })} onClose={onClose}>
        <DialogForm form={form} save={t('roleForm.save')} back={t('roleForm.back')} onClose={onClose}>
          <p>{t('roleForm.text')}</p>
          <RoleFields role={form.field('role')} trainer={form.field('trainer')} given={given} />
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
