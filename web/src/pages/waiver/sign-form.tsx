import { fill } from '@foyer/contract/fill.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { WAIVER_FORM } from '@foyer/contract/forms/waiver.ts'
import { common, waiver as t } from '@foyer/contract/messages.ts'
import type { WaiverPageData } from '@foyer/contract/pages.ts'
import {
  drawingOf,
  type Point,
  type SignatureKind,
  type WaiverSignature,
  waiverProblems,
} from '@foyer/domain/after-sale/waiver.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isFullName } from '@foyer/domain/people/full-name.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { bindFields } from '../../ui/forms/bind-fields.ts'
import { ErrorSummary, type FieldProblem } from '../../ui/forms/error-summary.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { OptionGroup } from '../../ui/forms/fields/option-group.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { onSubmit, useForm } from '../../ui/forms/use-form.ts'
import { useFocusOnMount } from '../../ui/hooks/use-focus-on-mount.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { SignaturePad } from './signature-pad.tsx'
import css from './waiver.module.css'

type Waivers = WaiverPageData['waivers']
/** The maximum of one call. */
const MAX_CHILDREN = 20
type Values = {
  name: string
  isMinor: boolean
  adult: string
  kind: SignatureKind
  /** the typed name */
  signature: string
  strokes: readonly (readonly Point[])[]
  agreed: boolean
  /** the waivers selected for this person */
  chosen: readonly number[]
  /** children for whom the same adult signs */
  children: readonly string[]
}

const EMPTY: Values = {
  name: '',
  isMinor: false,
  adult: '',
  kind: 'typed',
  signature: '',
  strokes: [],
  agreed: false,
  chosen: [],
  children: [],
}

const signatureOf = ({ name, isMinor, adult, kind, signature, strokes }: Values): WaiverSignature => ({
  name: name.trim(),
  isMinor,
  signedBy: (isMinor ? adult : name).trim(),
  kind,
  signature: kind === 'drawn' ? drawingOf(strokes) : signature.trim(),
})

/** What one signature covers: a waiver, or all waivers of an event if its organiser allows it. */
const groupsOf = (waivers: Waivers): Waivers[] => [
  ...groupBy(waivers, ({ id, together }) => together ?? `one ${id}`).values(),
]

/** The groups this form signs; with only one, the form does not ask. */
const chosenOf = (form: Values, waivers: Waivers): Waivers[] => {
  const groups = groupsOf(waivers)
  return groups.length === 1 ? groups : groups.filter(([first]) => form.chosen.includes(first!.id))
}

/** Children can be added where everything chosen is signed together. */
const mayAddChildren = (form: Values, waivers: Waivers): boolean =>
  chosenOf(form, waivers).length > 0 && chosenOf(form, waivers).every(([first]) => first!.together !== undefined)

function problemsOf(form: Values, waivers: Waivers): FieldProblem[] {
  const wrong = waiverProblems(signatureOf(form))
  const found: [string, string | false | undefined][] = [
    [`waiver-${waivers[0]?.id}`, chosenOf(form, waivers).length === 0 && t['waiver.whichMissing']],
    ['name', wrong.name && common['error.invalidFullName']],
    ['adult', form.isMinor && wrong.signedBy && common['error.invalidFullName']],
    ...form.children.map((child, i): [string, string | false] => [
      `child-${i}`,
      mayAddChildren(form, waivers) && !isFullName(child) && common['error.invalidFullName'],
    ]),
    ['signature', wrong.signature && t['waiver.signatureMissing']],
    ['agreed', !form.agreed && t['waiver.agreeMissing']],
  ]
  return found.flatMap(([fieldId, text]) => (text ? [{ fieldId, text }] : []))
}

type Signed = { name: string; by: string }

/** The form in which members of the party sign one after another. */
export function SignForm({ data: { reference, waivers }, date }: { data: WaiverPageData; date: string }) {
  const [values, setValues] = useState(EMPTY)
  const [signed, setSigned] = useState<readonly Signed[]>([])
  /** how many signatures the order still needs */
  const [missing, setMissing] = useState<number | null>(null)
  const [another, setAnother] = useState(false)
  const form = useForm()
  const change = (part: Partial<Values>) => {
    const next = { ...values, ...part }
    setValues(next)
    form.keepOnly(problemsOf(next, waivers))
  }
  const field = bindFields(values, { change, errorOf: form.errorOf })

  const send = async () => {
    const signature = signatureOf(values)
    // In sequence. Signing again changes nothing, so after a failure the whole form can be sent again.
    const children = mayAddChildren(values, waivers) ? values.children.map((child) => child.trim()) : []
    for (const [first, ...others] of chosenOf(values, waivers)) {
      const answer = await call('sign_waiver', {
        reference,
        waiver_id: first!.id,
        version: first!.version,
        ...toWire(WAIVER_FORM, signature),
        ...(others.length > 0 && { also: others.map(({ id, version }) => ({ waiver_id: id, version })) }),
        ...(children.length > 0 && { children }),
      })
      if (!answer.ok) return form.setFailed(answer.error || t['waiver.failed'])
      setMissing(answer.reply.missing)
    }
    const by = signature.signedBy
    setSigned([...signed, { name: signature.name, by }, ...children.map((name) => ({ name, by }))])
    // An adult who signs for one child can sign for another, so the adult's name is kept.
    const { isMinor, adult, kind, chosen } = values
    setValues({ ...EMPTY, isMinor, adult, kind, chosen })
    setAnother(false)
  }
  const sign = () => form.run(send, { problems: problemsOf(values, waivers) })

  if (signed.length > 0 && !another)
    return <SignedList signed={signed} missing={missing} onAnother={() => setAnother(true)} />
  return (
    <Panel>
      <Form onSubmit={onSubmit(sign)} className={narrow.form}>
        <ErrorSummary title={common['error.title']} errors={form.problems} attempt={form.attempt} />
        <h2>{t['waiver.sign']}</h2>
        {groupsOf(waivers).length > 1 && (
          <fieldset className={css.choices}>
            <legend>{t['waiver.which']}</legend>
            {groupsOf(waivers).map((group) => {
              const { id, event } = group[0]!
              return (
                <Checkbox
                  key={id}
                  id={`waiver-${id}`}
                  name={`waiver-${id}`}
                  label={`${event}: ${group.map(({ title }) => title).join(', ')}`}
                  error={form.errorOf(`waiver-${id}`)}
                  checked={values.chosen.includes(id)}
                  onChange={({ target }) =>
                    change({
                      chosen: target.checked ? [...values.chosen, id] : values.chosen.filter((each) => each !== id),
                    })
                  }
                />
              )
            })}
          </fieldset>
        )}
        <TextField
          {...field.text('name')}
          label={t['waiver.name']}
          // The device is passed around, so its owner's name must not be filled in.
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={LIMITS.text.name}
        />
        <Checkbox {...field.box('isMinor')} label={t['waiver.minor']} />
        {values.isMinor && (
          <TextField
            {...field.text('adult')}
            label={t['waiver.adult']}
            autoComplete="name"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={LIMITS.text.name}
          />
        )}
        {mayAddChildren(values, waivers) && (
          <>
            {values.children.map((child, i) => (
              <TextField
                // biome-ignore lint/suspicious/noArrayIndexKey: only the position identifies an empty field
                key={i}
                id={`child-${i}`}
                name={`child-${i}`}
                label={t['waiver.child']}
                autoComplete="off"
                autoCapitalize="words"
                spellCheck={false}
                maxLength={LIMITS.text.name}
                value={child}
                error={form.errorOf(`child-${i}`)}
                onChange={(event) =>
                  change({ children: values.children.map((each, index) => (index === i ? event.target.value : each)) })
                }
                suffix={
                  <Button
                    variant="quiet"
                    small
                    aria-label={fill(t['waiver.removeChild'], { name: child }).trim()}
                    onClick={() => change({ children: values.children.filter((_, index) => index !== i) })}
                  >
                    {common.remove}
                  </Button>
                }
              />
            ))}
            {values.children.length < MAX_CHILDREN && (
              <div>
                <Button variant="secondary" small onClick={() => change({ children: [...values.children, ''] })}>
                  {t['waiver.addChild']}
                </Button>
              </div>
            )}
          </>
        )}
        <dl className={css.date}>
          <dt>{t['waiver.date']}</dt>
          <dd>{date}</dd>
        </dl>
        <OptionGroup
          legend={t['waiver.how']}
          layout="row"
          name="signature_kind"
          value={values.kind}
          onChange={(kind) => change({ kind: kind as SignatureKind })}
          options={[
            { value: 'typed', label: t['waiver.typed'] },
            { value: 'drawn', label: t['waiver.drawn'] },
          ]}
        />
        {values.kind === 'typed' ? (
          <TextField
            {...field.text('signature')}
            className={css.typed}
            label={t['waiver.typeHere']}
            autoComplete="off"
            spellCheck={false}
            maxLength={LIMITS.text.name}
          />
        ) : (
          <SignaturePad
            id="signature"
            strokes={values.strokes}
            error={form.errorOf('signature')}
            onChange={(strokes) => change({ strokes })}
          />
        )}
        <Checkbox {...field.box('agreed')} label={t['waiver.agree']} />
        <FormError text={form.failed} />
        <LoadingButton type="submit" loading={form.busy !== null}>
          {t['waiver.send']}
        </LoadingButton>
      </Form>
    </Panel>
  )
}

/** Who has signed in this form since the page loaded. Only the buyer sees other signatures. */
function SignedList({
  signed,
  missing,
  onAnother,
}: {
  signed: readonly Signed[]
  missing: number | null
  onAnother: () => void
}) {
  const box = useFocusOnMount<HTMLElement>()
  return (
    <section ref={box} tabIndex={-1} aria-label={t['waiver.signedList']} className={css.waiver}>
      <Alert type="success" live>
        <ul className={css.signed}>
          {signed.map(({ name, by }) => (
            <li key={`${name} ${by}`}>
              {name === by
                ? fill(t['waiver.signed'], { name })
                : fill(t['waiver.signedFor'], { name: by, participant: name })}
            </li>
          ))}
        </ul>
        {missing !== null && (
          <p>{missing > 0 ? fill(t['waiver.stillMissing'], { n: missing }) : t['waiver.allSigned']}</p>
        )}
      </Alert>
      <Button variant="secondary" className={narrow.end} onClick={onAnother}>
        {t['waiver.another']}
      </Button>
    </section>
  )
}
