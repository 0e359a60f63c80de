{{- /* What holds for every pod, as the base's kustomization.yaml says it once. */ -}}
{{- define "palisade.labels" -}}
app.kubernetes.io/part-of: palisade
{{- end }}

{{- define "palisade.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "palisade.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "palisade.container" -}}
image: {{ include "palisade.image" . }}
{{ include "palisade.unprivileged" . }}
{{- end }}

{{- define "palisade.unprivileged" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- /* Of one name: over as many machines as there are. */ -}}
{{- define "palisade.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: { app.kubernetes.io/name: {{ . }} }
{{- end }}

{{- define "palisade.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  namespace: {{ .namespace }}
  labels:
    app.kubernetes.io/part-of: palisade
spec:
  maxUnavailable: 1
  selector:
    matchLabels: { app.kubernetes.io/name: {{ .name }} }
{{- end }}
