import { createWorkflow, type WorkflowFile } from '../n8n/rest/workflows';
import type { Session } from '../n8n/rest/session';
import type { StoredCredential } from '../n8n/rest/resources';
import type { Camera } from './pictures';

type WorkflowNode = WorkflowFile['nodes'][number];

const start: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A shipment as a clerk would type it; the shipper is a company of the demo. */
const filledForm = {
	resource: 'shipment',
	operation: 'import',
	inputMode: 'form',
	importRef: 'IMPORT-2026-0107',
	formShipmentReference: 'SHP-2026-0107',
	formVesselImo: 9074729,
	formVoyageReference: '402E',
	formMore: { shipmentType: 'liner', loadType: 'FCL', shipAgentName: 'Quay Agents' },
	formSets: {
		entry: [
			{
				blNumber: 'BL-0107-1',
				blDate: '2026-05-12',
				loadingLocation: 'Santos',
				destination: 'Copenhagen',
				carrierName: 'Example Line',
				shipperId: {
					__rl: true,
					mode: 'list',
					value: 'ad07304f-35a2-4ed7-a630-db49b1cf89c1',
					cachedResultName: 'Alta Mira Coffee',
				},
				consigneeName: 'Nordhavn Trading',
				cargos: {
					entry: [
						{ cargoName: 'Green coffee', quantities: { entry: [{ quantityGross: 19400.5, crossRefId: 'KGM' }] } },
					],
				},
				containers: { entry: [{ containerNumber: 'CSQU3054383', containerType: '22G1', sealNumber: 'SL100001' }] },
			},
		],
	},
	options: { dryRun: true },
};

/** The form of an import, filled in, beside the payload that it says. */
export async function importForm({ page, url, take }: Camera, session: Session, api: StoredCredential): Promise<void> {
	const type = 'n8n-nodes-cargo-exchange.cargoExchange';
	const form = { name: 'Import', type, typeVersion: 1, id: 'import', position: [220, 0], parameters: filledForm };
	const { id } = await createWorkflow(session, {
		name: 'Import by form',
		nodes: [start, { ...form, credentials: { [api.type]: api } }],
		connections: { Start: { main: [[{ node: 'Import', type: 'main', index: 0 }]] } },
	});
	const before = page.viewportSize();
	await page.goto(`${url}/workflow/${id}`);
	await page.locator('[data-test-id="canvas-node"][data-node-name="Import"]').dblclick();
	await page.locator('[data-test-id="ndv"]').waitFor();
	// The form is longer than a screen.
	await page.setViewportSize({ width: 1440, height: 1900 });
	await page.getByText('Execute step').first().click();
	await page.getByText('IMPORT-2026-0107').last().waitFor();
	await page.locator('[data-test-id="output-panel"]').getByText('JSON', { exact: true }).click();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await take('import-form.png');
	if (before) await page.setViewportSize(before);
}
