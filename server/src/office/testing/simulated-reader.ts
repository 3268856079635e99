/** A simulated reader of Stripe's, registered at the sandbox. Only a test presents cards to it. */
export async function simulatedReader({ url, secretKey }: { url: string; secretKey: string }) {
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) })
    return (await answer.json()) as { id: string; action: { status: string } | null }
  }
  const { id: device } = await post('/v1/terminal/readers', {
    registration_code: 'simulated-wpe',
    label: 'Desk',
  })
  return {
    device,
    presentCard: (number = '4242424242424242') =>
      post(`/v1/test_helpers/terminal/readers/${device}/present_payment_method`, { 'card_present[number]': number }),
  }
}
