import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { fail } from '@foyer/domain/result.ts'
import { mailCode, sentReply, takeBackSentCode } from '../../account/send-code.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { OfficeContext, OfficeHandlers } from '../handle.ts'
import { invitationOf } from '../team/invite.ts'
import { codeSentTo, useCode } from './code.ts'
import { firstOf } from './first.ts'
import { endSession } from './session.ts'

export const officeEntrance: OfficeHandlers['office_entrance'] = {
  async read({ token }, { deps: { db }, session, now }) {
    return {
      sent_to: session.email === null ? ((await codeSentTo(db, session.id, now))?.email ?? null) : null,
      proved: session.email,
      is_staff: session.staff !== null,
      invitation: token === '' ? null : await invitationOf(db, token, now),
      first: token === '' ? null : await firstOf(db, token, now),
    }
  },
}

async function sendCode(tx: Tx, { deps, session, ip, now }: OfficeContext, email: string) {
  const requester = { sessionId: session.id!, provedEmail: session.email, ip }
  const sent = await mailCode(tx, { deps, now }, email, requester)
  return sent.ok ? { reply: sentReply(sent), log: null } : sent
}

/** Doesn't look up the address, so that the response reveals nothing about staff. */
export const officeSendCode: OfficeHandlers['office_send_code'] = {
  async beforeTransaction({ email }, { deps, session }) {
    if (!isEmail(email)) return fail('bad_email')
    if (session.id === null) {
      const created = await inTx(deps.db, (tx) => session.ensure(tx))
      created.committed()
    }
    return null
  },
  change: (tx, { email }, ctx) => sendCode(tx, ctx, normalEmail(email)),
}

export const officeCheckCode: OfficeHandlers['office_check_code'] = {
  async change(tx, body, { deps, session, ip, now }) {
    if (!isEmail(body.email)) return fail('bad_email')
    if (session.id === null) return fail('code_ended')
    const email = normalEmail(body.email)
    const used = await useCode(tx, deps, { email, typed: body.code, sessionId: session.id, now })
    deps.metrics.signIns.inc({ outcome: used.ok ? 'right' : used.code === 'wrong_code' ? 'wrong' : 'ended' })
    if (!used.ok) return used
    const staff = await tx
      .selectFrom('staff')
      .select('id')
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const started = await session.replace(tx, { email, staffId: staff?.id ?? null })
    return {
      reply: { is_staff: staff !== undefined },
      log:
        staff === undefined
          ? null
          : { subject: ['staff', staff.id], staffId: staff.id, after: { device: session.device } },
      async committed() {
        started.committed()
        await takeBackSentCode(deps, used.used, ip)
      },
    }
  },
}

export const officeSignOut: OfficeHandlers['office_sign_out'] = {
  async change(tx, _, { session, staff, now }) {
    if (session.id !== null) await endSession(tx, session.id, now)
    return {
      reply: { success: true },
      log: staff === null ? null : { subject: ['staff', staff.id] },
      committed: () => session.clearCookie(),
    }
  },
}

export const officeSendProof: OfficeHandlers['office_send_proof'] = {
  change: (tx, _, ctx) => sendCode(tx, ctx, ctx.staff!.email),
}

export const officeProve: OfficeHandlers['office_prove'] = {
  async change(tx, { code }, { deps, session, staff, ip, now }) {
    const used = await useCode(tx, deps, { email: staff!.email, typed: code, sessionId: session.id!, now })
    if (!used.ok) return used
    await tx.updateTable('staff_sessions').set({ proved_at: now }).where('id', '=', session.id!).execute()
    return {
      reply: { success: true },
      log: { subject: ['staff', staff!.id] },
      committed: () => takeBackSentCode(deps, used.used, ip),
    }
  },
}
